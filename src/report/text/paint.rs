//! The colours: those of sixteen that both light and dark terminals show well.

use annotate_snippets::Renderer;
use annotate_snippets::renderer::{AnsiColor, Style as Paint};
use owo_colors::{OwoColorize, Style};

use crate::report::Look;

pub(in crate::report) const RED: Style = Style::new().red().bold();
pub(in crate::report) const YELLOW: Style = Style::new().yellow().bold();
pub(in crate::report) const GREEN: Style = Style::new().green().bold();
pub(super) const CYAN: Style = Style::new().cyan().bold();
pub(in crate::report) const BLUE: Style = Style::new().blue().bold();
pub(in crate::report) const BOLD: Style = Style::new().bold();

pub(in crate::report) fn painted(text: &str, style: Style, look: Look) -> String {
    if look.color { text.style(style).to_string() } else { text.to_owned() }
}

/// Draws titles and snippets in the same colours.
pub(super) fn renderer(look: Look) -> Renderer {
    /// Even where there is room for all of it, a line of a source is shown around the stretch only.
    const WIDEST: usize = 200;
    let plain = Renderer::plain().term_width(look.width.map_or(140, |width| width.min(WIDEST)));
    if !look.color {
        return plain;
    }
    let bold = |color: AnsiColor| color.on_default().bold();
    plain
        .error(bold(AnsiColor::Red))
        .warning(bold(AnsiColor::Yellow))
        .note(bold(AnsiColor::Cyan))
        .info(AnsiColor::Cyan.on_default())
        .line_num(bold(AnsiColor::Blue))
        .context(bold(AnsiColor::Blue))
        .emphasis(Paint::new().bold())
}

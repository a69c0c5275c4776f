
use builtin;
use str;

set edit:completion:arg-completer[protoward] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'protoward'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'protoward'= {
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand check 'Is this change safe? Sets a proposed schema against its history'
            cand audit 'Replays a history: was every version safe after those before it?'
            cand matrix 'Who can read whom, as a grid, and which strategies the history satisfies'
            cand inspect 'What the tool sees: files, root, effective facts, budget, fingerprint'
            cand init 'Writes a first protoward.toml for the sources and histories found here'
            cand explain 'The page of a rule or a note: why, examples, how to fix'
            cand man 'Prints a man page'
            cand completions 'Prints a completion script for a shell'
        }
        &'protoward;check'= {
            cand --against 'Versions so far: files, a directory, git:REF, …'
            cand --root 'The root message by full name; may be repeated'
            cand --strategy 'FULL (default), FULL_TRANSITIVE, BACKWARD, …'
            cand --as 'Ask as the registry: test, register or consume'
            cand --checker 'Who compares: advanced (default) or root-name'
            cand -I 'Where imports are found; may be repeated'
            cand --proto-path 'Where imports are found; may be repeated'
            cand --input-type 'proto, descriptor-set, native or registry'
            cand --max-input-size 'The most bytes of an input with its imports'
            cand --format 'text (default), json, github, sarif, …'
            cand --output 'Write the answer here, not to standard output'
            cand --color 'Colours: auto, always or never'
            cand --report 'Also write a report: github=FILE, sarif=FILE, …'
            cand --deny 'Fail on notes, too: `notes`'
            cand --config 'The settings, not protoward.toml here or above'
            cand --staged 'Take PROPOSED from the git index, for hooks'
            cand --every-message 'Every top-level message of PROPOSED is a root'
            cand --no-auto-update 'With --as register: nothing new is registered'
            cand -q 'Say nothing but what is wrong'
            cand --quiet 'Say nothing but what is wrong'
            cand -v 'Also say what was read, passed over and compared'
            cand --verbose 'Also say what was read, passed over and compared'
            cand --affected 'Only subjects that uncommitted changes touch'
            cand --no-config 'Read no protoward.toml'
            cand --first 'Stop at the first finding, as the broker does'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'protoward;audit'= {
            cand --strategy 'FULL (default), FULL_TRANSITIVE, BACKWARD, …'
            cand --root 'The root message by full name; may be repeated'
            cand -I 'Where imports are found; may be repeated'
            cand --proto-path 'Where imports are found; may be repeated'
            cand --input-type 'proto, descriptor-set, native or registry'
            cand --max-input-size 'The most bytes of an input with its imports'
            cand --format 'text (default) or json'
            cand --output 'Write the answer here, not to standard output'
            cand --color 'Colours: auto, always or never'
            cand --first 'Stop at the first version that breaks'
            cand --every-message 'Every top-level message of any version is a root'
            cand -q 'Say nothing but what is wrong'
            cand --quiet 'Say nothing but what is wrong'
            cand -v 'Also say what was read, passed over and compared'
            cand --verbose 'Also say what was read, passed over and compared'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'protoward;matrix'= {
            cand --root 'The root message by full name; may be repeated'
            cand -I 'Where imports are found; may be repeated'
            cand --proto-path 'Where imports are found; may be repeated'
            cand --input-type 'proto, descriptor-set, native or registry'
            cand --max-input-size 'The most bytes of an input with its imports'
            cand --format 'text (default) or json'
            cand --output 'Write the answer here, not to standard output'
            cand --color 'Colours: auto, always or never'
            cand --every-message 'Every top-level message of any version is a root'
            cand -q 'Say nothing but what is wrong'
            cand --quiet 'Say nothing but what is wrong'
            cand -v 'Also say what was read, passed over and compared'
            cand --verbose 'Also say what was read, passed over and compared'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'protoward;inspect'= {
            cand --root 'The root message by full name; may be repeated'
            cand -I 'Where imports are found; may be repeated'
            cand --proto-path 'Where imports are found; may be repeated'
            cand --input-type 'proto, descriptor-set, native or registry'
            cand --max-input-size 'The most bytes of an input with its imports'
            cand --format 'text (default) or json'
            cand --output 'Write the answer here, not to standard output'
            cand --color 'Colours: auto, always or never'
            cand -q 'Say nothing but what is wrong'
            cand --quiet 'Say nothing but what is wrong'
            cand -v 'Also say what was read, passed over and compared'
            cand --verbose 'Also say what was read, passed over and compared'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'protoward;init'= {
            cand --color 'Colours: auto, always or never'
            cand -n 'Print the file instead of writing it'
            cand --print 'Print the file instead of writing it'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'protoward;explain'= {
            cand --color 'Colours: auto, always or never'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'protoward;man'= {
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'protoward;completions'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
    ]
    $completions[$command]
}

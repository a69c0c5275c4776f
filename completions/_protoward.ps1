
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'protoward' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'protoward'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'protoward' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Is this change safe? Sets a proposed schema against its history')
            [CompletionResult]::new('audit', 'audit', [CompletionResultType]::ParameterValue, 'Replays a history: was every version safe after those before it?')
            [CompletionResult]::new('matrix', 'matrix', [CompletionResultType]::ParameterValue, 'Who can read whom, as a grid, and which strategies the history satisfies')
            [CompletionResult]::new('inspect', 'inspect', [CompletionResultType]::ParameterValue, 'What the tool sees: files, root, effective facts, budget, fingerprint')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Writes a first protoward.toml for the sources and histories found here')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'The page of a rule or a note: why, examples, how to fix')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Prints a man page')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Prints a completion script for a shell')
            break
        }
        'protoward;check' {
            [CompletionResult]::new('--against', '--against', [CompletionResultType]::ParameterName, 'Versions so far: files, a directory, git:REF, …')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'The root message by full name; may be repeated')
            [CompletionResult]::new('--strategy', '--strategy', [CompletionResultType]::ParameterName, 'FULL (default), FULL_TRANSITIVE, BACKWARD, …')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'Ask as the registry: test, register or consume')
            [CompletionResult]::new('--checker', '--checker', [CompletionResultType]::ParameterName, 'Who compares: advanced (default) or root-name')
            [CompletionResult]::new('-I', '-I ', [CompletionResultType]::ParameterName, 'Where imports are found; may be repeated')
            [CompletionResult]::new('--proto-path', '--proto-path', [CompletionResultType]::ParameterName, 'Where imports are found; may be repeated')
            [CompletionResult]::new('--input-type', '--input-type', [CompletionResultType]::ParameterName, 'proto, descriptor-set, native or registry')
            [CompletionResult]::new('--max-input-size', '--max-input-size', [CompletionResultType]::ParameterName, 'The most bytes of an input with its imports')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'text (default), json, github, sarif, …')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the answer here, not to standard output')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto, always or never')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Also write a report: github=FILE, sarif=FILE, …')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Fail on notes, too: `notes`')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The settings, not protoward.toml here or above')
            [CompletionResult]::new('--staged', '--staged', [CompletionResultType]::ParameterName, 'Take PROPOSED from the git index, for hooks')
            [CompletionResult]::new('--every-message', '--every-message', [CompletionResultType]::ParameterName, 'Every top-level message of PROPOSED is a root')
            [CompletionResult]::new('--no-auto-update', '--no-auto-update', [CompletionResultType]::ParameterName, 'With --as register: nothing new is registered')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but what is wrong')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Also say what was read, passed over and compared')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Also say what was read, passed over and compared')
            [CompletionResult]::new('--affected', '--affected', [CompletionResultType]::ParameterName, 'Only subjects that uncommitted changes touch')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Read no protoward.toml')
            [CompletionResult]::new('--first', '--first', [CompletionResultType]::ParameterName, 'Stop at the first finding, as the broker does')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'protoward;audit' {
            [CompletionResult]::new('--strategy', '--strategy', [CompletionResultType]::ParameterName, 'FULL (default), FULL_TRANSITIVE, BACKWARD, …')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'The root message by full name; may be repeated')
            [CompletionResult]::new('-I', '-I ', [CompletionResultType]::ParameterName, 'Where imports are found; may be repeated')
            [CompletionResult]::new('--proto-path', '--proto-path', [CompletionResultType]::ParameterName, 'Where imports are found; may be repeated')
            [CompletionResult]::new('--input-type', '--input-type', [CompletionResultType]::ParameterName, 'proto, descriptor-set, native or registry')
            [CompletionResult]::new('--max-input-size', '--max-input-size', [CompletionResultType]::ParameterName, 'The most bytes of an input with its imports')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'text (default) or json')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the answer here, not to standard output')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto, always or never')
            [CompletionResult]::new('--first', '--first', [CompletionResultType]::ParameterName, 'Stop at the first version that breaks')
            [CompletionResult]::new('--every-message', '--every-message', [CompletionResultType]::ParameterName, 'Every top-level message of any version is a root')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but what is wrong')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Also say what was read, passed over and compared')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Also say what was read, passed over and compared')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'protoward;matrix' {
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'The root message by full name; may be repeated')
            [CompletionResult]::new('-I', '-I ', [CompletionResultType]::ParameterName, 'Where imports are found; may be repeated')
            [CompletionResult]::new('--proto-path', '--proto-path', [CompletionResultType]::ParameterName, 'Where imports are found; may be repeated')
            [CompletionResult]::new('--input-type', '--input-type', [CompletionResultType]::ParameterName, 'proto, descriptor-set, native or registry')
            [CompletionResult]::new('--max-input-size', '--max-input-size', [CompletionResultType]::ParameterName, 'The most bytes of an input with its imports')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'text (default) or json')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the answer here, not to standard output')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto, always or never')
            [CompletionResult]::new('--every-message', '--every-message', [CompletionResultType]::ParameterName, 'Every top-level message of any version is a root')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but what is wrong')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Also say what was read, passed over and compared')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Also say what was read, passed over and compared')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'protoward;inspect' {
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'The root message by full name; may be repeated')
            [CompletionResult]::new('-I', '-I ', [CompletionResultType]::ParameterName, 'Where imports are found; may be repeated')
            [CompletionResult]::new('--proto-path', '--proto-path', [CompletionResultType]::ParameterName, 'Where imports are found; may be repeated')
            [CompletionResult]::new('--input-type', '--input-type', [CompletionResultType]::ParameterName, 'proto, descriptor-set, native or registry')
            [CompletionResult]::new('--max-input-size', '--max-input-size', [CompletionResultType]::ParameterName, 'The most bytes of an input with its imports')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'text (default) or json')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the answer here, not to standard output')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto, always or never')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but what is wrong')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but what is wrong')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Also say what was read, passed over and compared')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Also say what was read, passed over and compared')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'protoward;init' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto, always or never')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Print the file instead of writing it')
            [CompletionResult]::new('--print', '--print', [CompletionResultType]::ParameterName, 'Print the file instead of writing it')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'protoward;explain' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours: auto, always or never')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'protoward;man' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'protoward;completions' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}

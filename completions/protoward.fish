# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_protoward_global_optspecs
    string join \n h/help V/version
end

function __fish_protoward_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_protoward_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_protoward_using_subcommand
    set -l cmd (__fish_protoward_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c protoward -n "__fish_protoward_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c protoward -n "__fish_protoward_needs_command" -s V -l version -d 'Print version'
complete -c protoward -n "__fish_protoward_needs_command" -f -a "check" -d 'Is this change safe? Sets a proposed schema against its history'
complete -c protoward -n "__fish_protoward_needs_command" -f -a "audit" -d 'Replays a history: was every version safe after those before it?'
complete -c protoward -n "__fish_protoward_needs_command" -f -a "matrix" -d 'Who can read whom, as a grid, and which strategies the history satisfies'
complete -c protoward -n "__fish_protoward_needs_command" -f -a "inspect" -d 'What the tool sees: files, root, effective facts, budget, fingerprint'
complete -c protoward -n "__fish_protoward_needs_command" -f -a "init" -d 'Writes a first protoward.toml for the sources and histories found here'
complete -c protoward -n "__fish_protoward_needs_command" -f -a "explain" -d 'The page of a rule or a note: why, examples, how to fix'
complete -c protoward -n "__fish_protoward_needs_command" -f -a "man" -d 'Prints a man page'
complete -c protoward -n "__fish_protoward_needs_command" -f -a "completions" -d 'Prints a completion script for a shell'
complete -c protoward -n "__fish_protoward_using_subcommand check" -l against -d 'Versions so far: files, a directory, git:REF, …' -r -F
complete -c protoward -n "__fish_protoward_using_subcommand check" -l root -d 'The root message by full name; may be repeated' -r
complete -c protoward -n "__fish_protoward_using_subcommand check" -l strategy -d 'FULL (default), FULL_TRANSITIVE, BACKWARD, …' -r
complete -c protoward -n "__fish_protoward_using_subcommand check" -l as -d 'Ask as the registry: test, register or consume' -r -f -a "test\t''
register\t''
consume\t''"
complete -c protoward -n "__fish_protoward_using_subcommand check" -l checker -d 'Who compares: advanced (default) or root-name' -r -f -a "advanced\t''
root-name\t''"
complete -c protoward -n "__fish_protoward_using_subcommand check" -s I -l proto-path -d 'Where imports are found; may be repeated' -r -f -a "(__fish_complete_directories)"
complete -c protoward -n "__fish_protoward_using_subcommand check" -l input-type -d 'proto, descriptor-set, native or registry' -r -f -a "proto\t''
descriptor-set\t''
native\t''
registry\t''"
complete -c protoward -n "__fish_protoward_using_subcommand check" -l max-input-size -d 'The most bytes of an input with its imports' -r
complete -c protoward -n "__fish_protoward_using_subcommand check" -l format -d 'text (default), json, github, sarif, …' -r -f -a "text\t''
json\t''
broker\t''
github\t''
gitlab\t''
sarif\t''
junit\t''"
complete -c protoward -n "__fish_protoward_using_subcommand check" -l output -d 'Write the answer here, not to standard output' -r -F
complete -c protoward -n "__fish_protoward_using_subcommand check" -l color -d 'Colours: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c protoward -n "__fish_protoward_using_subcommand check" -l report -d 'Also write a report: github=FILE, sarif=FILE, …' -r
complete -c protoward -n "__fish_protoward_using_subcommand check" -l deny -d 'Fail on notes, too: `notes`' -r -f -a "notes\t'Advice beyond the contract'"
complete -c protoward -n "__fish_protoward_using_subcommand check" -l config -d 'The settings, not protoward.toml here or above' -r -F
complete -c protoward -n "__fish_protoward_using_subcommand check" -l staged -d 'Take PROPOSED from the git index, for hooks'
complete -c protoward -n "__fish_protoward_using_subcommand check" -l every-message -d 'Every top-level message of PROPOSED is a root'
complete -c protoward -n "__fish_protoward_using_subcommand check" -l no-auto-update -d 'With --as register: nothing new is registered'
complete -c protoward -n "__fish_protoward_using_subcommand check" -s q -l quiet -d 'Say nothing but what is wrong'
complete -c protoward -n "__fish_protoward_using_subcommand check" -s v -l verbose -d 'Also say what was read, passed over and compared'
complete -c protoward -n "__fish_protoward_using_subcommand check" -l affected -d 'Only subjects that uncommitted changes touch'
complete -c protoward -n "__fish_protoward_using_subcommand check" -l no-config -d 'Read no protoward.toml'
complete -c protoward -n "__fish_protoward_using_subcommand check" -l first -d 'Stop at the first finding, as the broker does'
complete -c protoward -n "__fish_protoward_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c protoward -n "__fish_protoward_using_subcommand audit" -l strategy -d 'FULL (default), FULL_TRANSITIVE, BACKWARD, …' -r
complete -c protoward -n "__fish_protoward_using_subcommand audit" -l root -d 'The root message by full name; may be repeated' -r
complete -c protoward -n "__fish_protoward_using_subcommand audit" -s I -l proto-path -d 'Where imports are found; may be repeated' -r -f -a "(__fish_complete_directories)"
complete -c protoward -n "__fish_protoward_using_subcommand audit" -l input-type -d 'proto, descriptor-set, native or registry' -r -f -a "proto\t''
descriptor-set\t''
native\t''
registry\t''"
complete -c protoward -n "__fish_protoward_using_subcommand audit" -l max-input-size -d 'The most bytes of an input with its imports' -r
complete -c protoward -n "__fish_protoward_using_subcommand audit" -l format -d 'text (default) or json' -r -f -a "text\t''
json\t''"
complete -c protoward -n "__fish_protoward_using_subcommand audit" -l output -d 'Write the answer here, not to standard output' -r -F
complete -c protoward -n "__fish_protoward_using_subcommand audit" -l color -d 'Colours: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c protoward -n "__fish_protoward_using_subcommand audit" -l first -d 'Stop at the first version that breaks'
complete -c protoward -n "__fish_protoward_using_subcommand audit" -l every-message -d 'Every top-level message of any version is a root'
complete -c protoward -n "__fish_protoward_using_subcommand audit" -s q -l quiet -d 'Say nothing but what is wrong'
complete -c protoward -n "__fish_protoward_using_subcommand audit" -s v -l verbose -d 'Also say what was read, passed over and compared'
complete -c protoward -n "__fish_protoward_using_subcommand audit" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c protoward -n "__fish_protoward_using_subcommand matrix" -l root -d 'The root message by full name; may be repeated' -r
complete -c protoward -n "__fish_protoward_using_subcommand matrix" -s I -l proto-path -d 'Where imports are found; may be repeated' -r -f -a "(__fish_complete_directories)"
complete -c protoward -n "__fish_protoward_using_subcommand matrix" -l input-type -d 'proto, descriptor-set, native or registry' -r -f -a "proto\t''
descriptor-set\t''
native\t''
registry\t''"
complete -c protoward -n "__fish_protoward_using_subcommand matrix" -l max-input-size -d 'The most bytes of an input with its imports' -r
complete -c protoward -n "__fish_protoward_using_subcommand matrix" -l format -d 'text (default) or json' -r -f -a "text\t''
json\t''"
complete -c protoward -n "__fish_protoward_using_subcommand matrix" -l output -d 'Write the answer here, not to standard output' -r -F
complete -c protoward -n "__fish_protoward_using_subcommand matrix" -l color -d 'Colours: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c protoward -n "__fish_protoward_using_subcommand matrix" -l every-message -d 'Every top-level message of any version is a root'
complete -c protoward -n "__fish_protoward_using_subcommand matrix" -s q -l quiet -d 'Say nothing but what is wrong'
complete -c protoward -n "__fish_protoward_using_subcommand matrix" -s v -l verbose -d 'Also say what was read, passed over and compared'
complete -c protoward -n "__fish_protoward_using_subcommand matrix" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c protoward -n "__fish_protoward_using_subcommand inspect" -l root -d 'The root message by full name; may be repeated' -r
complete -c protoward -n "__fish_protoward_using_subcommand inspect" -s I -l proto-path -d 'Where imports are found; may be repeated' -r -f -a "(__fish_complete_directories)"
complete -c protoward -n "__fish_protoward_using_subcommand inspect" -l input-type -d 'proto, descriptor-set, native or registry' -r -f -a "proto\t''
descriptor-set\t''
native\t''
registry\t''"
complete -c protoward -n "__fish_protoward_using_subcommand inspect" -l max-input-size -d 'The most bytes of an input with its imports' -r
complete -c protoward -n "__fish_protoward_using_subcommand inspect" -l format -d 'text (default) or json' -r -f -a "text\t''
json\t''"
complete -c protoward -n "__fish_protoward_using_subcommand inspect" -l output -d 'Write the answer here, not to standard output' -r -F
complete -c protoward -n "__fish_protoward_using_subcommand inspect" -l color -d 'Colours: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c protoward -n "__fish_protoward_using_subcommand inspect" -s q -l quiet -d 'Say nothing but what is wrong'
complete -c protoward -n "__fish_protoward_using_subcommand inspect" -s v -l verbose -d 'Also say what was read, passed over and compared'
complete -c protoward -n "__fish_protoward_using_subcommand inspect" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c protoward -n "__fish_protoward_using_subcommand init" -l color -d 'Colours: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c protoward -n "__fish_protoward_using_subcommand init" -s n -l print -d 'Print the file instead of writing it'
complete -c protoward -n "__fish_protoward_using_subcommand init" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c protoward -n "__fish_protoward_using_subcommand explain" -l color -d 'Colours: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c protoward -n "__fish_protoward_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c protoward -n "__fish_protoward_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c protoward -n "__fish_protoward_using_subcommand completions" -s h -l help -d 'Print help'

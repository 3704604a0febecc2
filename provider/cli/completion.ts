import { Argument, type Command } from "commander";

const shells = ["bash", "zsh", "fish"] as const;

/** The script that a shell runs on the tab key. It calls the hidden command below, so that completion matches the command line. */
function scriptFor(shell: string, name: string): string {
  const own = `_${name.replaceAll("-", "_")}`;
  if (shell === "fish")
    return `complete -c ${name} -f -a '(${name} __complete (commandline -opc)[2..-1] (commandline -ct))'`;
  if (shell === "zsh")
    return `#compdef ${name}
${own}() { compadd -- \${(f)"$(${name} __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)"}; }
compdef ${own} ${name}`;
  return `${own}() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(${name} __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F ${own} ${name}`;
}

/** Adds `completion <shell>` to a command line. */
export function addCompletion(program: Command, print: (text: string) => void): void {
  program
    .command("completion")
    .description("Print a completion script for your shell.")
    .addArgument(new Argument("<shell>", "The shell").choices(shells))
    .addHelpText("after", `\nExample:\n  $ source <(${program.name()} completion bash)`)
    .action((shell: string) => print(`${scriptFor(shell, program.name())}\n`));
  program
    .command("__complete", { hidden: true })
    .argument("[words...]")
    // The word to complete may be a flag; it must arrive among the words.
    .allowUnknownOption()
    .helpOption(false)
    .action((_: string[], __: object, self: Command) => print(`${candidates(program, self.args).join("\n")}\n`));
}

/** Candidates for the last word. */
export function candidates(program: Command, words: readonly string[]): string[] {
  const [last = "", ...before] = [...words].reverse();
  let command = program;
  for (const word of before.reverse())
    command = command.commands.find((one) => one.name() === word || one.aliases().includes(word)) ?? command;
  const previous = words.at(-2) ?? "";
  const option = command.options.find((one) => one.long === previous || one.short === previous);
  if (option !== undefined && (option.required || option.optional)) return startingWith(last, option.argChoices ?? []);
  if (last.startsWith("-")) {
    const help = command === program && program.options.some((one) => one.long === "--version") ? ["--version"] : [];
    return startingWith(last, [...new Set([...command.options.flatMap((one) => one.long ?? []), "--help", ...help])]);
  }
  const visible = command.createHelp().visibleCommands(command);
  const choices = command.registeredArguments.flatMap((one) => one.argChoices ?? []);
  return startingWith(last, [...visible.map((one) => one.name()), ...choices]);
}

function startingWith(text: string, values: readonly string[]): string[] {
  return values.filter((value) => value.startsWith(text)).sort();
}

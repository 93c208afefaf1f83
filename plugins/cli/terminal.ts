// Input and output of a command. Tests pass their own.

export interface Terminal {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Prints a line of the result to stdout. */
  say(line: string): void
  /** Prints a message for the user to stderr. */
  tell(line: string): void
}

export const processTerminal: Terminal = {
  get folder() {
    return process.cwd()
  },
  get environment() {
    return process.env
  },
  say: (line) => void process.stdout.write(`${line}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
}

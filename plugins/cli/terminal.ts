// Input and output of a command. Tests pass their own.

export interface Terminal {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Prints a line of the result to stdout. */
  printResult(line: string): void
  /** Prints a message for the user to stderr. */
  printMessage(line: string): void
}

export const processTerminal: Terminal = {
  get folder() {
    return process.cwd()
  },
  get environment() {
    return process.env
  },
  printResult: (line) => void process.stdout.write(`${line}\n`),
  printMessage: (line) => void process.stderr.write(`${line}\n`),
}

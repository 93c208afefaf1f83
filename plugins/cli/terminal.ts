// Where a command comes from and writes to: a test gives its own.

export interface Terminal {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** A line of the result, on the output stream. */
  say(line: string): void
  /** A line for whoever watches, on the error stream. */
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

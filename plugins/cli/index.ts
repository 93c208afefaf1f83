// The program `svc`: finds the command that was typed, runs it, prints its result, and says how it ended.
import type { Terminal } from './terminal.js'

/** Whoever reads the lines may stop reading, as `head` does: the command goes on to its end, and its exit code stands. */
function outliveReaders(): void {
  const missed = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'EPIPE') throw error
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', missed)
}

/**
 * Runs one command line, without the program's name. Returns the exit code, which a process takes over:
 * 0 done, 1 refused or failed, 2 wrong usage.
 */
export async function run(argv: readonly string[], terminal?: Terminal): Promise<number> {
  const [{ runProgram }, { processTerminal }] = await Promise.all([import('./program.js'), import('./terminal.js')])
  if (!terminal) outliveReaders()
  const code = await runProgram(argv, terminal ?? processTerminal)
  if (!terminal) process.exitCode = code
  return code
}

// Entry point of the `svc` program: runs one command line and returns its exit code.
import type { Terminal } from './result-format.js'

/** Ignores EPIPE: if the reader closes the pipe, as `head` does, the command still runs to its end and keeps its exit code. */
function ignoreClosedPipes(): void {
  const missed = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'EPIPE') throw error
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', missed)
}

/**
 * Runs one command line, without the program's name. Returns the exit code and sets it for the process: 0 success, 1 rejected or failed, 2
 * wrong usage.
 */
export async function run(argv: readonly string[], terminal?: Terminal): Promise<number> {
  const [{ runProgram }, { processTerminal }] = await Promise.all([import('./program.js'), import('./result-format.js')])
  if (!terminal) ignoreClosedPipes()
  const code = await runProgram(argv, terminal ?? processTerminal)
  if (!terminal) process.exitCode = code
  return code
}

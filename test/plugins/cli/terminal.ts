// Runs command lines inside the test's process on a separate database.
import { run } from '../../../plugins/cli/index.js'
import { repositoryRoot } from '../../support/repository.js'

export interface Outcome {
  readonly code: number
  /** The output stream. */
  readonly out: string
  /** The error stream. */
  readonly err: string
}

/** A command line as a list of words, with the configuration of the repository. */
export type Cli = (...words: string[]) => Promise<Outcome>

export function cliOn(database: string, environment: Readonly<Record<string, string>> = {}, folder = repositoryRoot): Cli {
  return async (...words) => {
    const [out, err]: [string[], string[]] = [[], []]
    const code = await run(words, {
      folder,
      environment: { SVC_DATABASE_URL: database, SVC_LOG_LEVEL: 'silent', ...environment },
      printResult: (line) => void out.push(line),
      printMessage: (line) => void err.push(line),
    })
    return { code, out: out.join('\n'), err: err.join('\n') }
  }
}

// Finds file and line of an error that a module threw while it was loaded.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface LoadFailure {
  /** The message in one line, with file and line: `no key (/srv/door/index.js:3)`. */
  readonly reason: string
  readonly stack: string
}

/** `at open (/srv/door/index.js:2:9)`, `at file:///srv/door/index.js:2:9`, or file and line alone. */
const place = /(?:^\s*|\(|\bat (?:async )?)((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^():]+):(\d+)(?::\d+)?\)?\s*$/

/** The first file and line of a stack that is neither Node's nor the loader's. */
function locationIn(stack: string): string | null {
  for (const line of stack.split('\n')) {
    const [, path, number] = place.exec(line) ?? []
    if (path === undefined || /node_modules\/jiti\/|product-configurator-service\/dist\//.test(path)) continue
    return `${path.startsWith('file://') ? fileURLToPath(path) : path}:${number}`
  }
  return null
}

/** Node keeps the place of a syntax error to itself until it prints the error: another process prints it. */
function printedLocation(address: string): Promise<string | null> {
  const words = ['--input-type=module', '--eval', `await import(${JSON.stringify(address)})`]
  return new Promise((resolve) => {
    execFile(process.execPath, words, { timeout: 10_000 }, (_error, _stdout, stderr) => resolve(locationIn(stderr)))
  })
}

/** @param address the URL of the module, where it is a script that Node loads by itself */
export async function describeLoadFailure(error: unknown, address?: string): Promise<LoadFailure> {
  const { message, stack = message } = error instanceof Error ? error : { message: String(error) }
  const [first = '', ...more] = message.split('\n')
  // A parser may write the place into a line of its own.
  const own = locationIn(stack) ?? locationIn(more.join('\n'))
  const isUnplaced = own === null && address !== undefined && error instanceof SyntaxError
  const location = isUnplaced ? await printedLocation(address) : own
  const reason = first.trim()
  return { reason: location === null || reason.includes(location) ? reason : `${reason} (${location})`, stack }
}

// Finds the file and line of an error that a module threw while loading.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface LoadFailure {
  /** The message in one line, with file and line: `no key (/srv/door/index.js:3)`. */
  readonly reason: string
  readonly stack: string
}

/** `at open (/srv/door/index.js:2:9)`, `at file:///srv/door/index.js:2:9`, or file and line alone. */
const locationPattern = /(?:^\s*|\(|\bat (?:async )?)((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^():]+):(\d+)(?::\d+)?\)?\s*$/

/** The first file and line of a stack outside Node and the loader. */
function findLocation(stack: string): string | null {
  for (const line of stack.split('\n')) {
    const [, path, number] = locationPattern.exec(line) ?? []
    if (path === undefined || /node_modules\/jiti\/|product-configurator-service\/(?:dist|program)\//.test(path)) continue
    return `${path.startsWith('file://') ? fileURLToPath(path) : path}:${number}`
  }
  return null
}

/** Node reports the location of a syntax error only when it prints the error, so another process imports the module. */
function importInProcess(url: string): Promise<string | null> {
  const args = ['--input-type=module', '--eval', `await import(${JSON.stringify(url)})`]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { timeout: 10_000 }, (_error, _stdout, stderr) => resolve(findLocation(stderr)))
  })
}

/** @param address URL of the module if Node loads the script itself */
export async function describeLoadFailure(error: unknown, address?: string): Promise<LoadFailure> {
  const { message, stack = message } = error instanceof Error ? error : { message: String(error) }
  const [first = '', ...otherLines] = message.split('\n')
  // Some parsers put the location on a separate line.
  const stackLocation = findLocation(stack) ?? findLocation(otherLines.join('\n'))
  const needsProcess = stackLocation === null && address !== undefined && error instanceof SyntaxError
  const location = needsProcess ? await importInProcess(address) : stackLocation
  const reason = first.trim()
  return { reason: location === null || reason.includes(location) ? reason : `${reason} (${location})`, stack }
}

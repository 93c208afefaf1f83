// Imports compiled modules in a new Node process and reports the side effects: output, open handles, loaded packages.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { repositoryRoot } from '../support/repository.js'

export interface ImportOutcome {
  /** stdout and stderr. */
  readonly output: string
  /** Handles that would keep the process alive, by Node's names, with the module that opened them. */
  readonly open: readonly string[]
  /** New globals, except the compiler helpers of tslib. */
  readonly globals: readonly string[]
  /** Loaded packages from node_modules, including bundled ones. */
  readonly packages: readonly string[]
  /** Number of the program's own files that were read. */
  readonly files: number
}

/** Runs in the loader thread and reports each resolved URL to the port. */
const loaderHooks = `
let port
export function initialize(data) { port = data }
export async function resolve(specifier, context, next) {
  const result = await next(specifier, context)
  port.postMessage(result.url)
  return result
}`

const importScript = `
import { register } from 'node:module'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
const { port1, port2 } = new MessageChannel()
port1.unref()
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(loaderHooks)}), { data: port2, transferList: [port2] })
await import('node:fs')
const held = () => process.getActiveResourcesInfo().filter((name) => !/^(Pipe|PipeWrap|TTYWrap|FSReqPromise|CloseReq|MessagePort)/.test(name))
const before = new Set(Object.getOwnPropertyNames(globalThis))
const quiet = held().length
const open = []
for (const address of JSON.parse(process.argv[1])) {
  await import(address)
  if (held().length > quiet + open.length) open.push(address + ': ' + held().at(-1))
}
await new Promise((done) => setTimeout(done, 20))
const addresses = []
for (let message; (message = receiveMessageOnPort(port1)); ) addresses.push(message.message)
const libraries = addresses.filter((address) => address.includes('/node_modules/'))
const own = addresses.filter((address) => /\\/(dist|program)\\//.test(address) && !address.includes('/node_modules/'))
const globals = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name) && !name.startsWith('__'))
process.stdout.write('\\u0000' + JSON.stringify({ open, globals, libraries, own: [...new Set(own)] }))
process.exit(0)`

/** The report of the new process. */
interface ImportReport extends Pick<ImportOutcome, 'open' | 'globals'> {
  /** The addresses of the loaded modules: of libraries, and of the program itself. */
  readonly libraries: readonly string[]
  readonly own: readonly string[]
}

/** The paths of the modules that a bundle was made from, by its source map. */
export function readBundledSources(path: string): readonly string[] {
  const map = `${path}.map`
  return existsSync(map) ? (JSON.parse(readFileSync(map, 'utf8')) as { readonly sources: readonly string[] }).sources : []
}

/**
 * Imports compiled sources one after another. `sources` are repository paths such as `core/app.ts`.
 * @param folder `dist` for the modules, `program` for the bundles
 */
export async function importModules(sources: readonly string[], folder: 'dist' | 'program' = 'dist'): Promise<ImportOutcome> {
  const addresses = sources.map(
    (source) => new URL(`${folder}/${source.replace(/\.ts$/, '.js')}`, `file://${repositoryRoot}/`).href,
  )
  const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve, reject) => {
    const conditions = folder === 'dist' ? process.execArgv : []
    const parameters = [...conditions, '--input-type=module', '--eval', importScript, JSON.stringify(addresses)]
    execFile(process.execPath, parameters, { cwd: repositoryRoot, timeout: 60_000 }, (error, out, err) => {
      if (error) reject(new Error(`Importing failed: ${err || error.message}`))
      else resolve({ stdout: out, stderr: err })
    })
  })
  const [printed = '', report = '{}'] = stdout.split('\u0000')
  const { open, globals, libraries, own } = JSON.parse(report) as ImportReport
  const packages = [...libraries, ...own.flatMap((address) => readBundledSources(fileURLToPath(address)))].flatMap(
    (source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [],
  )
  return { output: printed + stderr, open, globals, packages: [...new Set(packages)].sort(), files: own.length }
}

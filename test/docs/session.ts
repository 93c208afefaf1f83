// Runs a document's commands in order, like one person at one terminal, against a private service in a temporary folder.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { repositoryRoot } from '../support/repository.js'
import type { Block } from './blocks.js'

/** The standard output of each block, or the failed block with its standard error. */
export type Outcome =
  | { readonly printed: readonly string[] }
  | { readonly failed: Block; readonly exitCode: number; readonly said: string }

/** The reader's first steps. The test run has already done them. */
const taken =
  /^(npm ci|npm start|npm test|npm ci && npm start|npm ci && npm test|npm create product-configurator-service .*|cd my-shop|npm install)$/

/** The commands of a block that run here, with the documented address replaced by the private one. */
export function commandsOf(block: Block, address: string): string {
  const lines = block.text.split('\n').filter((line) => !taken.test(line.replace(/\s+#.*$/, '').trim()))
  return lines.join('\n').replaceAll(/https?:\/\/(127\.0\.0\.1|localhost):3000/g, address)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The output of the service until it listens. */
function started(service: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: unknown): void => {
      output += String(chunk)
      if (/^Listening on .*\n/m.test(output)) resolve(output)
    }
    service.stdout?.on('data', read)
    service.stderr?.on('data', read)
    service.once('exit', () => reject(new Error(`The service stopped before it listened: ${output}`)))
  })
}

export interface Session {
  /** The output of `npm start`, with the documented address. */
  readonly greeting: string
  run(blocks: readonly Block[]): Promise<Outcome>
  stop(): Promise<void>
}

/** The TypeScript files of a tutorial with its own `svc.config.ts`, by name. Empty for other pages. */
function installationFiles(blocks: readonly Block[]): ReadonlyMap<string, string> {
  const files = blocks.flatMap(({ document, language, text }) => {
    const name = /^\/\/ ([a-z.-]+\.ts): /.exec(text)?.[1]
    return language === 'ts' && name !== undefined && document.startsWith('docs/start/') ? [[name, text] as const] : []
  })
  return new Map(files.some(([name]) => name === 'svc.config.ts') ? files : [])
}

/** Variables that the commands export before they start the service. */
function exportedVariables(blocks: readonly Block[]): Readonly<Record<string, string>> {
  const lines = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => [...text.matchAll(/^export (\w+)=(\S+)$/gm)])
  return Object.fromEntries(lines.map(([, name, value]) => [name!, value!]))
}

/**
 * Starts the service on an empty database with the demo shop, with the configuration file of the page if it is a tutorial.
 * `blocks` are the blocks of the page. The commands run in a temporary folder.
 */
export async function openSession(blocks: readonly Block[]): Promise<Session> {
  const folder = mkdtempSync(`${tmpdir()}/svc-docs-`)
  // Pages name files below docs/ and, in tutorials, below the installed package.
  symlinkSync(`${repositoryRoot}/docs`, `${folder}/docs`)
  mkdirSync(`${folder}/node_modules`)
  symlinkSync(repositoryRoot, `${folder}/node_modules/product-configurator-service`)
  const files = installationFiles(blocks)
  for (const [name, text] of files) writeFileSync(`${folder}/${name}`, text)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    SVC_DATABASE_URL: `sqlite:${folder}/svc.sqlite`,
    SVC_PORT: String(port),
    SVC_DEMO: 'on',
    FORCE_COLOR: '0',
    SVC_ROOT: repositoryRoot,
    ...exportedVariables(blocks),
  }
  const cwd = files.size > 0 ? folder : repositoryRoot
  const service = spawn(process.execPath, [`${repositoryRoot}/bin/svc`, 'svc:serve'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async (): Promise<void> => {
    if (service.exitCode === null) {
      service.kill('SIGTERM')
      await once(service, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const greeting = (await started(service)).replaceAll(address, 'http://127.0.0.1:3000')
    return { greeting, run: (blocks) => runBlocks(blocks, folder, address, env), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** `npx svc` costs half a second of npm each time. The program behind it is the same file. */
const preamble = 'set -euo pipefail\nnpx() { [ "$1" = svc ] || exit 90; shift; node "$SVC_ROOT/bin/svc" "$@"; }\n'

async function runBlocks(blocks: readonly Block[], folder: string, address: string, env: NodeJS.ProcessEnv): Promise<Outcome> {
  const script = preamble + blocks.map((block) => `printf '\\0'\n${commandsOf(block, address)}\n`).join('')
  const shell = spawn('bash', ['-c', script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  let errorText = ''
  shell.stdout.on('data', (chunk) => (printed += String(chunk)))
  shell.stderr.on('data', (chunk) => (errorText += String(chunk)))
  const [exitCode] = (await once(shell, 'close')) as [number | null]
  const parts = printed.replaceAll(address, 'http://127.0.0.1:3000').split('\0').slice(1)
  const failed = exitCode === 0 ? undefined : blocks[Math.max(0, parts.length - 1)]
  return failed ? { failed, exitCode: exitCode ?? 1, said: errorText + (parts.at(-1) ?? '') } : { printed: parts }
}

// Runs the installed nginx or HAProxy with the shipped configuration, free ports, and a generated certificate.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '../support/free-port.js'
import { readRepositoryFile } from '../support/repository.js'

export type ProxyName = 'nginx' | 'haproxy'

export interface Proxy {
  readonly http: number
  readonly https: number
  stop(): Promise<void>
}

const path = { env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` } }

/** The missing Debian package, or null if the program is installed. */
export function missing(name: ProxyName): string | null {
  const runs = (program: string, flag: string): boolean => spawnSync(program, [flag], path).status === 0
  if (!runs('openssl', 'version')) return 'openssl'
  return runs(name, '-v') ? null : name === 'nginx' ? 'nginx-light' : 'haproxy'
}

/** Texts of a file, each with its replacement. */
export type Replacements = readonly (readonly [string, string])[]

/** Every text must exist in the file. A renamed line would otherwise be untested without notice. */
export function replaced(text: string, changes: Replacements): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The file does not hold '${from}'.`)
    return changed.replaceAll(from, to)
  }, text)
}

async function certificate(folder: string): Promise<void> {
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-subj', '/CN=127.0.0.1', '-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  await promisify(execFile)('openssl', [...words, ...files], path)
  const both = ['fullchain.pem', 'privkey.pem'].map((name) => readFileSync(join(folder, name), 'utf8'))
  writeFileSync(join(folder, 'both.pem'), both.join(''))
}

/** Ports of service processes: the two in the file, and more lines like them. */
export type Services = readonly [number, number, ...number[]]

interface Written {
  readonly program: string
  readonly words: readonly string[]
}

/** All test clients share one address, and most tests send more requests than the shipped limits allow. */
const raisedLimits: Replacements = [
  ['rate=40r/s', 'rate=100000r/s'],
  ['burst=200 nodelay', 'burst=100000 nodelay'],
  ['limit_conn svc_connections 100;', 'limit_conn svc_connections 10000;'],
]

function writeNginx(folder: string, { http, https }: Ports, services: Services, limits: Replacements): Written {
  const further = services.slice(2).map((port) => `    server 127.0.0.1:${port} max_fails=0;\n`)
  const shipped = replaced(readRepositoryFile('deploy/nginx.conf'), [
    ['127.0.0.1:3000', `127.0.0.1:${services[0]}`],
    ['127.0.0.1:3001 max_fails=0;\n', `127.0.0.1:${services[1]} max_fails=0;\n${further.join('')}`],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
    ['/etc/ssl/shop.example/', `${folder}/`],
    ...limits,
  ])
  writeFileSync(join(folder, 'shipped.conf'), shipped)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/temp;`)
  const main = `daemon off; pid ${folder}/pid; error_log stderr warn; events {} http { access_log off; ${places.join(' ')} include ${folder}/shipped.conf; }`
  mkdirSync(join(folder, 'temp'))
  writeFileSync(join(folder, 'nginx.conf'), main)
  return { program: 'nginx', words: ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr'] }
}

function writeHaproxy(folder: string, { http, https }: Ports, services: Services): Written {
  const further = services.slice(2).map((port, index) => `\n    server process${index + 3} 127.0.0.1:${port}`)
  const shipped = replaced(readRepositoryFile('deploy/haproxy.cfg'), [
    ['127.0.0.1:3000', `127.0.0.1:${services[0]}`],
    ['127.0.0.1:3001', `127.0.0.1:${services[1]}${further.join('')}`],
    ['bind :80\n', `bind 127.0.0.1:${http}\n`],
    ['bind :443 ssl', `bind 127.0.0.1:${https} ssl`],
    ['/etc/haproxy/shop.example.pem', join(folder, 'both.pem')],
    ['check inter 1s', 'check inter 100ms'],
    // Both test processes share one event loop. While one starts, the other responds late.
    ['timeout queue 10s', 'timeout queue 10s\n    timeout check 5s'],
  ])
  writeFileSync(join(folder, 'haproxy.cfg'), shipped)
  return { program: 'haproxy', words: ['-db', '-f', join(folder, 'haproxy.cfg')] }
}

export interface Ports {
  readonly http: number
  readonly https: number
}

const writers = { nginx: writeNginx, haproxy: writeHaproxy } as const

export async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Two free ports for clients. The service must know the HTTPS port before the proxy starts. */
export async function takePorts(): Promise<Ports> {
  return { http: await findFreePort(), https: await findFreePort() }
}

/**
 * @param services the ports of the service processes, which may still be closed
 * @param limits replacements for the limits in nginx.conf. Default: far above the requests of a test
 */
export async function startProxy(
  name: ProxyName,
  ports: Ports,
  services: Services,
  limits: Replacements = raisedLimits,
): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), `svc-${name}-`))
  await certificate(folder)
  const { program, words } = writers[name](folder, ports, services, limits)
  const child = spawn(program, words, { ...path, stdio: ['ignore', 'ignore', 'pipe'] })
  const errorLines: string[] = []
  child.stderr.on('data', (bytes: Buffer) => errorLines.push(String(bytes)))
  const over = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (let turn = 0; !(await listens(ports.https)); turn++) {
    if (turn > 200 || child.exitCode !== null) throw new Error(`${name} does not listen: ${errorLines.join('')}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return {
    ...ports,
    async stop() {
      child.kill('SIGTERM')
      await over
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface ProxyAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Sends one request over TLS; `onText` receives each chunk when it arrives. */
export function through(
  { https }: Ports,
  url: string,
  options: {
    method?: string
    headers?: Record<string, string>
    body?: string
    from?: string
    onText?: (text: string) => void
  } = {},
): Promise<ProxyAnswer> {
  const { method = 'GET', headers = {}, body, from, onText } = options
  const own = from === undefined ? {} : { localAddress: from }
  const target = { host: '127.0.0.1', port: https, path: url, method, headers, agent: false, rejectUnauthorized: false, ...own }
  return new Promise((resolve, reject) => {
    const call = request(target, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        text += piece
        onText?.(piece)
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end(body)
  })
}

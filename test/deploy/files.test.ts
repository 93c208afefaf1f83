// The other files in deploy/: all names in them exist, and the files of the container image are complete.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml'
import { settingDeclarations, settingNames } from '../../core/settings.js'
import { listFilesBelow, readRepositoryFile, repositoryRoot } from '../support/repository.js'

const variables = new Set(settingNames.flatMap((name) => settingDeclarations[name].variable ?? []))
/** Variables that only compose reads. */
const ofCompose = new Set(['SVC_DATABASE_PASSWORD'])

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly environment?: Readonly<Record<string, string>>; readonly ports?: string[] }>
  >
  readonly volumes: Readonly<Record<string, unknown>>
}

describe('files in deploy/', () => {
  it('use only variables that the service reads', () => {
    const unknown = listFilesBelow('deploy').flatMap((path) =>
      [...readRepositoryFile(path).matchAll(/\bSVC_[A-Z_]+/g)]
        .map(([name]) => name)
        .filter((name) => !variables.has(name) && !ofCompose.has(name))
        .map((name) => `${path}: ${name}`),
    )
    expect(unknown).to.deep.equal([])
  })

  it('are in the package archive', () => {
    const { files } = JSON.parse(readRepositoryFile('package.json')) as { readonly files: readonly string[] }
    expect(files).to.include('deploy')
  })

  describe('package archive', () => {
    let packed: readonly string[]
    before(async function () {
      this.timeout(120_000)
      const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
        cwd: repositoryRoot,
        maxBuffer: 64 * 1_048_576,
      })
      const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }]
      packed = files.map(({ path }) => path)
    })

    it('contains every file that its documents link to', () => {
      const isThere = (path: string): boolean =>
        packed.some((packedPath) => packedPath === path || packedPath.startsWith(`${path.replace(/\/$/, '')}/`))
      // README.md links to tests as evidence. Only the repository contains them.
      const isProof = (page: string, target: string): boolean => page === 'README.md' && target.startsWith('test/')
      const missing = packed
        .filter((path) => path.endsWith('.md'))
        .flatMap((path) =>
          [...readRepositoryFile(path).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
            .map(([, target]) => target!)
            .filter((target) => !/^[a-z]+:/.test(target) && !isProof(path, target))
            .filter((target) => !isThere(normalize(join(dirname(path), target))))
            .map((target) => `${path}: ${target}`),
        )
      expect(missing).to.deep.equal([])
    })

    it('contains the program, manifests and documents, but no tests, source maps, settings or data', () => {
      expect(packed).to.include.members([
        'README.md',
        'CHANGELOG.md',
        'LICENSE',
        'SECURITY.md',
        'bin/svc',
        'program/core/contract.js',
        'program/plugins/cli/index.js',
        'docs/README.md',
        'manifest.json',
        'server.json',
      ])
      const foreign = /^(node_modules|var|bench|dist|test)\/|(^|\/)\.env|\.map$|\.sqlite$/
      expect(packed.filter((path) => foreign.test(path))).to.deep.equal([])
    })
  })

  for (const name of ['sqlite', 'mariadb']) {
    it(`bind the compose services on ${name} to the loopback interface only`, () => {
      const text = readRepositoryFile(`deploy/compose.${name}.yaml`)
      const { services, volumes } = load(text, { schema: CORE_SCHEMA.withTags(mergeTag) }) as Compose
      expect(Object.keys(services).length).to.equal(name === 'sqlite' ? 1 : 3)
      expect(volumes).to.have.property('shop')
      for (const { ports = [] } of Object.values(services)) {
        for (const port of ports) expect(port).to.match(/^127\.0\.0\.1:\d+:3000$/)
      }
    })
  }

  it('query the state of Galera nodes with valid packets of the MySQL protocol', () => {
    const checks = [
      ...readRepositoryFile('deploy/haproxy-galera.cfg').matchAll(/tcp-check (send|expect)(?:-| |[ \w-]* )binary (\w+)/g),
    ]
    const hex = (word: string): string => checks.flatMap(([, kind, bytes]) => (kind === word ? [bytes] : [])).join('')
    const bytes = Buffer.from(hex('send'), 'hex')
    // Each packet: three bytes of length, one sequence byte, then the payload.
    const login = bytes.subarray(4, 4 + bytes.readUIntLE(0, 3))
    const question = bytes.subarray(4 + login.length)
    expect(login.subarray(32).toString('latin1')).to.equal('haproxy\0\0')
    expect(question.readUIntLE(0, 3)).to.equal(question.length - 4)
    expect(question.subarray(4).toString('latin1')).to.equal("\x03SHOW STATUS LIKE 'wsrep_local_state'")
    expect(Buffer.from(hex('expect'), 'hex').toString('latin1')).to.match(/\x11wsrep_local_state\x014$/)
  })

  it('match the synced and donor states of a node by the same bytes', () => {
    const text = readRepositoryFile('deploy/haproxy-galera.cfg')
    const [, synced = ''] = /expect min-recv 1 binary (\w+)34 error-status L7OKC\n/.exec(text) ?? []
    // HAProxy compares patterns with upper-case hexadecimal digits.
    expect(text).to.include(`tcp-check expect rbinary ${synced.toUpperCase()}3[24]\n`)
  })

  it('include a service unit that systemd accepts', async function () {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return this.skip()
    const folder = mkdtempSync(join(tmpdir(), 'svc-unit-'))
    try {
      const unit = readRepositoryFile('deploy/product-configurator.service')
        .replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true')
        .replaceAll(/^(User|Group)=.*$/gm, '$1=root')
      writeFileSync(join(folder, 'product-configurator.service'), unit)
      const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', join(folder, 'product-configurator.service')])
      expect(stderr.split('\n').filter((line) => line.includes('product-configurator.service'))).to.deep.equal([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('deploy/Containerfile', function () {
  this.timeout(60_000)
  const text = readRepositoryFile('deploy/Containerfile')
  const last = text.slice(text.lastIndexOf('\nFROM '))

  it('runs as a non-root user and has a health check', () => {
    expect(last).to.match(/^USER node$/m)
    expect(last).to.match(/^HEALTHCHECK .*\\\n {2}CMD \["node", /m)
    expect(last.indexOf('USER node')).to.be.above(last.indexOf('RUN mkdir var'))
    for (const [, image] of text.matchAll(/^FROM (\S+)/gm)) expect(image).to.match(/^node:\d+-bookworm-slim$/)
  })

  it('copies every file that the service needs', async () => {
    const image = mkdtempSync(join(tmpdir(), 'svc-image-'))
    for (const [, words = ''] of last.matchAll(/^COPY --from=build (.+)$/gm)) {
      const places = words.split(' ')
      const target = places.pop()!
      for (const place of places) {
        const name = place.replace('/app/', '')
        const to = join(image, target.endsWith('/') ? join(target, name) : target)
        if (name === 'node_modules') symlinkSync(join(repositoryRoot, name), to)
        else cpSync(join(repositoryRoot, name), to, { recursive: true })
      }
    }
    mkdirSync(join(image, 'var'))
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_'))
    const env = { ...Object.fromEntries(own), NODE_ENV: 'production', SVC_PORT: '0', SVC_LOG_LEVEL: 'error' }
    const child = spawn(process.execPath, ['bin/svc', 'svc:serve'], { cwd: image, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const errorLines: string[] = []
    child.stderr.on('data', (bytes: Buffer) => errorLines.push(String(bytes)))
    try {
      const url = await new Promise<string>((resolve, reject) => {
        child.once('exit', () => reject(new Error(errorLines.join(''))))
        createInterface(child.stdout).on('line', (line) => {
          const found = /^Listening on (\S+)/.exec(line)?.[1]
          if (found !== undefined) resolve(found)
        })
      })
      expect((await fetch(`${url}/`)).status).to.equal(200)
      const door = await fetch(`${url}/svc-admin/`)
      expect([door.status, /<form/.test(await door.text())]).to.deep.equal([401, true])
      expect((await fetch(`${url}/health/ready`)).status).to.equal(200)
    } finally {
      child.removeAllListeners('exit')
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(image, { recursive: true, force: true })
    }
  })
})

// The installation that `npm create` writes into an empty folder, on a machine with only the published archive.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { openPackedProjects, type PackedProjects } from './packed-projects.js'
import { repositoryRoot } from '../support/repository.js'

const creator = 'node_modules/create-product-configurator-service/create.js'

describe('installation written by npm create', function () {
  this.timeout(180_000)
  let workshop: PackedProjects
  let tool: string
  let shop: string
  const create = (...words: readonly string[]): Promise<string> => {
    const empty = join(workshop.folder, 'empty')
    mkdirSync(empty, { recursive: true })
    return workshop.run(empty, 'node', join(tool, creator), ...words)
  }
  const scripts = (): Readonly<Record<string, string>> =>
    (JSON.parse(readFileSync(join(shop, 'package.json'), 'utf8')) as { readonly scripts: Readonly<Record<string, string>> })
      .scripts

  before(async () => {
    workshop = await openPackedProjects()
    // npm does the same in a temporary folder before it runs the creator.
    tool = await workshop.createProject('tool', { 'package.json': JSON.stringify({ private: true }) })
    await workshop.addPacked(tool, join(repositoryRoot, 'create'), 'create-product-configurator-service')
    expect(await create('my-shop')).to.match(/^Wrote \d+ files to my-shop\. Next: cd my-shop && npm install && npm start\n$/)
    shop = join(workshop.folder, 'empty', 'my-shop')
  })
  after(() => workshop.remove())

  it('has name and version in its files, no placeholder, and settings that only the owner can read', () => {
    const files = readdirSync(shop, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$/.test(path))
    const expected = [
      '.env',
      '.gitignore',
      'README.md',
      'customizations/own.ts',
      'package.json',
      'svc.config.ts',
      'tsconfig.json',
    ]
    expect(files).to.have.members([...expected, 'product-configurator.service'])
    for (const path of files) expect(readFileSync(join(shop, path), 'utf8'), path).not.to.match(/\{\{|\/srv\/|\/etc\/product/)
    expect((statSync(join(shop, '.env')).mode & 0o777).toString(8)).to.equal('600')
    expect(readFileSync(join(shop, 'product-configurator.service'), 'utf8')).to.include(
      `EnvironmentFile=-${join(shop, '.env')}\n`,
    )
  })

  it('denies install scripts of each package that has one, like the repository itself', () => {
    const lock = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean; readonly dev?: boolean }>>
    }
    const withScripts = (also: boolean): readonly string[] =>
      Object.entries(lock.packages)
        .filter(([, { hasInstallScript, dev }]) => hasInstallScript === true && (also || dev !== true))
        .map(([path]) => path.replace(/^.*node_modules\//, ''))
    const checkScripts = (folder: string): Readonly<Record<string, boolean>> =>
      (
        JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
          readonly allowScripts: Readonly<Record<string, boolean>>
        }
      ).allowScripts
    expect(checkScripts(shop)).to.deep.equal(Object.fromEntries(withScripts(false).map((name) => [name, false])))
    expect(checkScripts(repositoryRoot)).to.deep.equal(Object.fromEntries(withScripts(true).map((name) => [name, false])))
  })

  it('is not written into a folder that contains files', async () => {
    const full = join(workshop.folder, 'full')
    mkdirSync(full)
    writeFileSync(join(full, 'mine.txt'), 'mine')
    const message = await create('again', '--out', full).then(String, (error: Error) => error.message)
    expect(message).to.include('is not empty. Choose another one with --out.')
    expect(readdirSync(full)).to.deep.equal(['mine.txt'])
  })

  it('has a service unit that systemd accepts', async function () {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return this.skip()
    const folder = join(workshop.folder, 'unit')
    mkdirSync(folder)
    const name = 'product-configurator.service'
    const unit = readFileSync(join(shop, name), 'utf8')
      .replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true')
      .replaceAll(/^(User|Group)=.*$/gm, '$1=root')
    writeFileSync(join(folder, name), unit)
    const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', join(folder, name)])
    expect(stderr.split('\n').filter((line) => line.includes(name))).to.deep.equal([])
  })

  describe('with the service installed', () => {
    before(() => workshop.install(shop))

    it('passes the type check of configuration and customization against the published types', async () => {
      expect(await workshop.run(shop, 'npm', 'run', '-s', 'check')).to.equal('')
    })

    it('runs with npm start, with its own settings and customization, and writes only below var/', async () => {
      const before = readdirSync(shop)
      const [program, ...words] = scripts()['start']!.split(' ')
      const outside = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')))
      // npm runs scripts in the same environment.
      const env = { ...outside, SVC_PORT: '0', PATH: `${join(shop, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` }
      const child = spawn(program!, words, { cwd: shop, env, stdio: ['ignore', 'pipe', 'pipe'] })
      let errorText = ''
      child.stderr.on('data', (data: Buffer) => (errorText += String(data)))
      const exited = once(child, 'exit')
      try {
        const url = await new Promise<string>((resolve, reject) => {
          void exited.then(() => reject(new Error(errorText)))
          createInterface(child.stdout).on('line', (line) => {
            const found = /^Listening on (\S+)/.exec(line)?.[1]
            if (found !== undefined) resolve(found)
          })
        })
        expect((await fetch(`${url}/health/ready`)).status).to.equal(200)
        expect((await fetch(`${url}/`)).status).to.equal(200)
        expect(await (await fetch(`${url}/svc-admin/`)).text()).to.include('<form')
        const described = await workshop.run(shop, 'npm', 'run', '-s', 'svc', '--', 'svc:customization:describe')
        expect(described).to.include('square_metres')
        const settings = await workshop.run(shop, 'npm', 'run', '-s', 'svc', '--', 'svc:config', '--check')
        expect(settings).to.match(/backupFolder.*var\/backups.*SVC_BACKUP_FOLDER/)
      } finally {
        child.kill('SIGTERM')
        await exited
      }
      expect(existsSync(join(shop, 'var/svc.sqlite'))).to.equal(true)
      expect(readdirSync(shop).filter((name) => !before.includes(name))).to.deep.equal(['var'])
    })
  })
})

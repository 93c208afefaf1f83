// Test projects in a temporary folder that use the service and its plugins as `npm pack` produces them.
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { readRepositoryFile, repositoryRoot } from '../support/repository.js'

const executeFile = promisify(execFile)

/**
 * With `SVC_TEST_INSTALL=npm`, npm installs the archives from the registry or its cache. Default: unpack them, which takes a tenth of the
 * time.
 */
const isInstalledByNpm = process.env['SVC_TEST_INSTALL'] === 'npm'

/** Removes this process's settings for databases and demo shops. */
function createCleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')))
}

export interface PackedProjects {
  readonly folder: string
  /** Runs a program in a folder of the workspace. Returns its output, or throws an error with all output. */
  run(folder: string, program: string, ...words: readonly string[]): Promise<string>
  /** Creates a project with the packed service and its dependencies. */
  createProject(name: string, files: Readonly<Record<string, string>>): Promise<string>
  /** Installs the packed service and a compiler in a folder, like `npm install`. */
  install(folder: string): Promise<void>
  /** Packs a folder and installs the archive as a package of the project. */
  addPacked(project: string, folder: string, name: string): Promise<void>
  /** Serves a project until `stop`. */
  serve(project: string): Promise<ServedProject>
  remove(): void
}

export interface ServedProject {
  readonly url: string
  stop(): Promise<void>
}

export async function openPackedProjects(): Promise<PackedProjects> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-workshop-'))
  const env = createCleanEnvironment()

  async function run(cwd: string, program: string, ...words: readonly string[]): Promise<string> {
    const answer = executeFile(program, [...words], { cwd, env })
    return (
      await answer.catch((error: { readonly stdout?: string; readonly stderr?: string; readonly message: string }) => {
        throw new Error(`${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}`)
      })
    ).stdout
  }

  async function add(project: string, source: string, name: string, ...options: readonly string[]): Promise<void> {
    const archives = mkdtempSync(join(folder, 'archive-'))
    const output = await run(source, 'npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', archives)
    const archive = join(archives, (JSON.parse(output) as readonly { readonly filename: string }[])[0]!.filename)
    if (isInstalledByNpm) {
      await run(project, 'npm', 'install', '--prefer-offline', '--engine-strict', '--no-audit', '--no-fund', ...options, archive)
    } else {
      const target = join(project, 'node_modules', name)
      mkdirSync(target, { recursive: true })
      await run(target, 'tar', 'xzf', archive, '--strip-components', '1')
    }
  }

  async function install(project: string, ...options: readonly string[]): Promise<void> {
    const modules = join(project, 'node_modules')
    await add(project, repositoryRoot, 'product-configurator-service', ...options)
    if (isInstalledByNpm) return
    const { dependencies } = JSON.parse(readRepositoryFile('package.json')) as { readonly dependencies: object }
    for (const name of [...Object.keys(dependencies), 'typescript', '@types/node']) {
      mkdirSync(dirname(join(modules, name)), { recursive: true })
      symlinkSync(join(repositoryRoot, 'node_modules', name), join(modules, name))
    }
    mkdirSync(join(modules, '.bin'))
    symlinkSync('../typescript/bin/tsc', join(modules, '.bin', 'tsc'))
    symlinkSync('../product-configurator-service/bin/svc', join(modules, '.bin', 'svc'))
  }

  return {
    folder,
    run,
    /** `--no-save` preserves the version range in package.json. */
    install: (target) => install(target, '--no-save'),
    async createProject(name, files) {
      const project = join(folder, name)
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(project, path)), { recursive: true })
        writeFileSync(join(project, path), text)
      }
      await install(project)
      return project
    },
    addPacked: (project, source, name) => add(project, source, name),
    serve: (project) => serveProject(project, env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function serveProject(project: string, env: NodeJS.ProcessEnv): Promise<ServedProject> {
  const program = join(project, 'node_modules', '.bin', 'svc')
  const child = spawn(process.execPath, [program, 'svc:serve', '--port', '0'], { cwd: project, env: { ...env, SVC_DEMO: 'off' } })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const match = /^Listening on (http:\S+)$/m.exec(output)
      if (match) resolve(match[1]!)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`The service ended: ${output}`)))
  })
  return {
    url,
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

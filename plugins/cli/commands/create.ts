// Writes new packages from template folders: an installation with its settings, or a customization with a test.
import { chmod, readFile, writeFile, mkdir, readdir } from 'node:fs/promises'
import { join, resolve, dirname, relative, isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { boolean, string, createMessage, type Message, ValidationError } from '#core/contract.js'
import { serviceState } from '#core/surface.js'
import { defineCliCommand } from '../command.js'
import { existsSync, readFileSync, realpathSync } from 'node:fs'

/** Templates are read from the source tree, because the compiler copies only scripts. */
const templateFolder = new URL('../../../../plugins/cli/', import.meta.url)
/** Suffix of template files, so tools do not treat them as the real files. */
const templateSuffix = '.txt'

interface CreatedFiles {
  readonly folder: string
  readonly files: readonly string[]
}

/** The allowed names of packages and customizations. */
const packageNameOptions = {
  required: true,
  length: 40,
  pattern: { expression: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', words: createMessage('fields.projectName') },
} as const

/** Writes into a new or empty folder. Throws VALIDATION_FAILED on `out` for a folder with content. */
async function writeTemplate(name: string, outFolder: string, words: ReadonlyMap<string, string>): Promise<CreatedFiles> {
  const template = fileURLToPath(new URL(`${name}/`, templateFolder))
  const folder = resolve(outFolder)
  const present = await readdir(folder).catch(() => [])
  if (present.length > 0) throw ValidationError.of('out', createMessage('commands.folderNotEmpty', { folder: outFolder }))
  const paths = (await readdir(template, { recursive: true })).filter((path) => path.endsWith(templateSuffix)).sort()
  const files: string[] = []
  for (const path of paths) {
    // npm removes dotfiles from archives or renames them.
    const target = join(folder, path.slice(0, -templateSuffix.length).replace(/^dot-/, '.'))
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, fillPlaceholders(await readFile(join(template, path), 'utf8'), words))
    files.push(relative(folder, target))
  }
  return { folder: outFolder, files }
}

function fillPlaceholders(text: string, words: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, word: string) => words.get(word) ?? placeholder)
}

const packageName = 'product-configurator-service'
const serviceFolder = fileURLToPath(new URL('../../../../', import.meta.url))

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  /** The `packages` of a lock file, by path from the project. */
  readonly packages?: Readonly<Record<string, { readonly resolved?: string }>>
}

function readManifest(path: string): Manifest {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch {
    return {}
  }
}

/** The real path of a folder that may not exist yet. Links among its parents would make relative paths wrong. */
function resolveRealFolder(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder)
  const parent = dirname(folder)
  return parent === folder ? folder : join(resolveRealFolder(parent), relative(parent, folder))
}

function formatFileDependency(path: string, target: string): string {
  return `file:${relative(resolveRealFolder(resolve(target)), realpathSync(path)).replaceAll('\\', '/')}`
}

/** The path that a dependency names; null for a registry, repository or URL dependency. */
function parseDependencyPath(dependency: string | undefined, base: string): string | null {
  const path = /^(?:file|link|portal):(?:\/\/)?(.+)$/.exec(dependency ?? '')?.[1] ?? null
  const dependencyPath =
    path ?? (dependency !== undefined && (/^\.{1,2}\//.test(dependency) || isAbsolute(dependency)) ? dependency : null)
  const absolute = dependencyPath === null ? null : resolve(base, dependencyPath)
  return absolute !== null && existsSync(absolute) ? absolute : null
}

/** The project's dependency on the service; undefined if there is none. */
function readServiceDependency(project: string): string | undefined {
  const { dependencies, devDependencies, optionalDependencies } = readManifest(join(project, 'package.json'))
  return { ...devDependencies, ...optionalDependencies, ...dependencies }[packageName]
}

/** `workspace:*` if an enclosing project uses it for the service. */
function findWorkspaceDependency(folder: string): string | null {
  if (readServiceDependency(folder)?.startsWith('workspace:') === true) return 'workspace:*'
  const parent = dirname(folder)
  return parent === folder ? null : findWorkspaceDependency(parent)
}

/** A repository or a URL. npm writes registry archives as URLs into its lock file. */
const isRemoteDependency = (dependency: string): boolean =>
  /^(?:git|git\+\w+|https?|github|gitlab|bitbucket):|^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(dependency) &&
  !/^https?:.*\/-\/[^/]+\.tgz$/.test(dependency)

/**
 * The `dependencies` value for a package in the folder `target`: the archive, folder, workspace or repository from which the service was
 * installed, else its version.
 * @param installed the folder of the service
 */
export function resolveServiceDependency(target: string, installed = serviceFolder): string {
  const [project = '', inside] = installed.replaceAll('\\', '/').split('/node_modules/', 2)
  // A checkout, or a link to one.
  if (inside === undefined) return findWorkspaceDependency(resolve(target)) ?? formatFileDependency(installed, target)
  const declared = readServiceDependency(project)
  const locked = readManifest(join(project, 'node_modules/.package-lock.json')).packages ?? {}
  const { resolved } = locked[relative(project, resolve(installed)).replaceAll('\\', '/')] ?? {}
  const path = parseDependencyPath(declared, project) ?? parseDependencyPath(resolved, project)
  if (path !== null) return formatFileDependency(path, target)
  return (
    [declared, resolved].find((candidate) => candidate !== undefined && isRemoteDependency(candidate)) ??
    serviceState.getCoreVersion()
  )
}

const unitName = 'product-configurator.service'
/** The shipped systemd unit, for the folder in docs/guides/install.md. */
const shippedUnit = fileURLToPath(new URL(`../../../../deploy/${unitName}`, import.meta.url))
const documentedFolder = '/srv/configurator'
const documentedSettings = '/etc/product-configurator.env'

const describeCreated = ({ folder, files }: CreatedFiles, script: 'start' | 'test'): Message =>
  createMessage('commands.created', {
    count: files.length,
    folder,
    command: `cd ${folder} && npm install && npm ${script}`,
  })

export const createInstallation = defineCliCommand({
  name: 'svc:create',
  description: 'Creates a new installation: configuration, settings, a systemd unit and a customization.',
  positional: ['name'],
  options: {
    name: string('Name of the installation and of its folder', packageNameOptions),
    out: string('Folder to write to', { help: 'Default: a new folder of that name in the working folder.' }),
    demo: boolean('Demo shop', { help: 'Fills the empty database with a demo shop at the first start.' }),
  },
  examples: ['svc:create my-shop', 'svc:create my-shop --demo', 'svc:create my-shop --out /srv/configurator'],
  text: (created: CreatedFiles, write) => write(describeCreated(created, 'start')),
  async run({ options: { name, out = name, demo } }): Promise<CreatedFiles> {
    const words = {
      name,
      version: serviceState.getCoreVersion(),
      dependency: resolveServiceDependency(out),
      demo: demo === true ? 'on' : 'off',
    }
    const { folder, files } = await writeTemplate('installation', out, new Map(Object.entries(words)))
    // The file will contain passwords.
    await chmod(join(folder, '.env'), 0o600)
    const at = resolve(folder)
    const unit = (await readFile(shippedUnit, 'utf8'))
      .replaceAll(documentedSettings, join(at, '.env'))
      .replaceAll(documentedFolder, at)
    await writeFile(join(folder, unitName), unit)
    return { folder, files: [...files, unitName] }
  },
})

/** Creates the package of a new customization, including a test, from the template. */
export const pluginCreate = defineCliCommand({
  name: 'svc:plugin:create',
  description:
    'Writes the package of a new customization: a question type, a condition, a term, an entity, a migration and a test.',
  positional: ['name'],
  options: {
    name: string('Name of the customization and of its package', packageNameOptions),
    out: string('Folder to write to', { help: 'Default: a new folder of that name in the working folder.' }),
  },
  examples: ['svc:plugin:create my-shop', 'svc:plugin:create my-shop --out packages/my-shop'],
  text: (created: CreatedFiles, write) => write(describeCreated(created, 'test')),
  run: ({ options: { name, out = name } }): Promise<CreatedFiles> =>
    writeTemplate('template', out, createPlaceholders(name, resolveServiceDependency(out))),
})

/** The name in the forms that the template uses. */
function createPlaceholders(name: string, dependency: string): ReadonlyMap<string, string> {
  const parts = name.split('-')
  const pascal = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')
  return new Map([
    ['name', name],
    ['snake', parts.join('_')],
    ['pascal', pascal],
    ['camel', pascal.charAt(0).toLowerCase() + pascal.slice(1)],
    ['label', parts.join(' ')],
    ['core', `^${serviceState.getCoreVersion()}`],
    ['dependency', dependency],
  ])
}

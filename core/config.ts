// Finds and loads svc.config.ts and the packages that it names, without loading core twice, and checks its shape.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Composition, SvcConfig, Customization } from './contract.js'
import { type Environment, exportVariables, readEnvFile, resolveSettings, type ResolvedConfig } from './resolve-settings.js'
import { settingDeclarations, type SettingName } from './settings.js'
import { BootError, createBootFault, type Fault } from './foundation/errors.js'
import { isLanguageTag } from './foundation/language.js'
import { createMessage, type MessageText, suggestName } from './foundation/message.js'
import { execFile } from 'node:child_process'

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
async function describeLoadFailure(error: unknown, address?: string): Promise<LoadFailure> {
  const { message, stack = message } = error instanceof Error ? error : { message: String(error) }
  const [first = '', ...otherLines] = message.split('\n')
  // Some parsers put the location on a separate line.
  const stackLocation = findLocation(stack) ?? findLocation(otherLines.join('\n'))
  const needsProcess = stackLocation === null && address !== undefined && error instanceof SyntaxError
  const location = needsProcess ? await importInProcess(address) : stackLocation
  const reason = first.trim()
  return { reason: location === null || reason.includes(location) ? reason : `${reason} (${location})`, stack }
}

/** Replaces each package name by the package's customization. Throws a BootError with all faults. */
async function loadCustomizations(
  customizations: readonly (Customization | string)[],
  resolve: (name: string) => string,
): Promise<readonly Customization[]> {
  const loaded: Customization[] = []
  const faults: Fault[] = []
  for (const customization of customizations) {
    try {
      loaded.push(typeof customization === 'string' ? await loadPackage(customization, resolve) : customization)
    } catch (error) {
      if (!(error instanceof BootError)) throw error
      faults.push(...error.faults)
    }
  }
  if (faults.length > 0) throw new BootError(faults)
  return loaded
}

async function loadPackage(name: string, resolve: (name: string) => string): Promise<Customization> {
  let url: string
  try {
    const path = resolve(name)
    url = path.startsWith('file:') ? path : pathToFileURL(path).href
  } catch (error) {
    const hint = createMessage('boot.installPackage', { name })
    const fault = createBootFault('customization-missing', name, createMessage('boot.packageMissing', { name }), hint)
    throw new BootError([fault], { cause: error })
  }
  let module: Readonly<Record<string, unknown>>
  try {
    module = (await import(url)) as Readonly<Record<string, unknown>>
  } catch (error) {
    const { reason, stack } = await describeLoadFailure(error, url)
    const message = createMessage('boot.customizationBroken', { name, reason: reason.replace(/[.:;,]?$/, '.') })
    const fault = createBootFault('customization-broken', name, message, createMessage('boot.fixPackage'))
    throw new BootError([{ ...fault, stack }], { cause: error })
  }
  const exportedCustomizations = [...new Set(Object.values(module))].filter(isCustomization)
  if (exportedCustomizations.length === 1) return exportedCustomizations[0]!
  const message = createMessage('boot.customizationExports', { name, count: exportedCustomizations.length })
  throw new BootError([createBootFault('customization-export', name, message, createMessage('boot.exportOne'))])
}

function isCustomization(value: unknown): value is Customization {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'customization'
}

export interface ConfigRequest {
  /** The file to load. Default: the first found from `folder` upwards. */
  readonly file?: string | undefined
  /** Start folder of the search. Default: the working directory. */
  readonly folder?: string
  /** Takes precedence over `.env` next to the configuration file. `process.env` itself also receives the variables of that file. */
  readonly environment?: Environment
  /** Settings from command options. They take precedence over all others. */
  readonly options?: Readonly<Partial<Record<SettingName, unknown>>>
}

export interface LoadedConfig {
  /** The absolute path of the configuration file. */
  readonly file: string
  readonly config: Composition
  readonly settings: ResolvedConfig
  /** The variables of the environment and of `.env`. */
  readonly environment: Environment
}

const names = ['svc.config.ts', 'svc.config.mjs', 'svc.config.js']
const packageRoot = fileURLToPath(new URL('../../', import.meta.url))
/** The folder of the running modules. */
const moduleFolder = fileURLToPath(new URL('../', import.meta.url))

/** Gives scripts that jiti loads the running modules of this package. Another copy of them would have its own error classes. */
export const packageAliases: Readonly<Record<string, string>> = {
  'product-configurator-service/package.json': join(packageRoot, 'package.json'),
  'product-configurator-service/client': join(moduleFolder, 'bin/client.js'),
  'product-configurator-service/testing': join(moduleFolder, 'plugins/testing/index.js'),
  'product-configurator-service/plugins': join(moduleFolder, 'plugins'),
  'product-configurator-service/hosts': join(moduleFolder, 'hosts'),
  'product-configurator-service': join(moduleFolder, 'core/contract.js'),
}

/** Loads the configuration and resolves its settings. Throws a BootError if it does not exist or is invalid. */
export async function loadConfig(request: ConfigRequest = {}): Promise<LoadedConfig> {
  const file = await requireConfigFile(request)
  const environment = { ...request.environment }
  const envFile = readEnvFile(dirname(file), environment)
  if (request.environment === process.env) exportVariables(envFile)
  const value = await loadScript(file)
  const faults = findConfigFaults(value)
  if (faults.length > 0) throw new BootError(faults)
  const { customizations = [], ...rest } = value as SvcConfig
  const hasPackageNames = customizations.some((customization) => typeof customization === 'string')
  const config = hasPackageNames
    ? { ...rest, customizations: await loadCustomizations(customizations, await createResolver(file)) }
    : (value as Composition)
  const settings = resolveSettings({
    options: request.options ?? {},
    environment,
    envFile,
    file: config,
    root: dirname(file),
    path: file,
    readFile: (path) => readFileSync(resolve(dirname(file), path), 'utf8'),
  })
  return { file, config, settings, environment: { ...envFile, ...environment } }
}

/** The absolute path of the configuration file; null if there is none. Throws a BootError if a named file does not exist. */
export async function findConfigFile(request: Pick<ConfigRequest, 'file' | 'folder'>): Promise<string | null> {
  const folder = resolve(request.folder ?? process.cwd())
  const candidate =
    request.file === undefined ? names.map((name) => join(folder, name)).find(existsSync) : resolve(folder, request.file)
  if (candidate !== undefined && !existsSync(candidate)) {
    const message = createMessage('boot.configMissing', { file: String(request.file) })
    throw new BootError([fault('config-missing', message, createMessage('boot.checkConfigPath'))])
  }
  const path = candidate ?? (await searchAbove(folder))
  if (path !== null) return path
  const own = join(packageRoot, 'svc.config.ts')
  return !packageRoot.includes('/node_modules/') && existsSync(own) ? own : null
}

async function requireConfigFile(request: ConfigRequest): Promise<string> {
  const file = await findConfigFile(request)
  if (file !== null) return file
  const folder = resolve(request.folder ?? process.cwd())
  const message = createMessage('boot.noConfig', { folder })
  throw new BootError([fault('config-missing', message, createMessage('boot.createConfig'))])
}

/** Searches the parent folders up to the project root. Separate, because most starts do not need this library. */
async function searchAbove(folder: string): Promise<string | null> {
  const { cosmiconfig } = await import('cosmiconfig')
  // The file is loaded later, after `.env` has been read.
  const skipLoading = (): object => ({})
  const loaders = { '.ts': skipLoading, '.mjs': skipLoading, '.js': skipLoading }
  const result = await cosmiconfig('svc', { searchPlaces: names, searchStrategy: 'project', loaders, cache: false }).search(
    folder,
  )
  return result && result.filepath
}

/**
 * Loads the default export of a configuration script. This package's own script is imported from its compiled version, because
 * compiling it again would load a second core. Others are compiled by jiti, which leaves node_modules to Node.
 */
async function loadScript(file: string): Promise<unknown> {
  const compiled = join(moduleFolder, 'svc.config.js')
  const isOwnConfig = file === join(packageRoot, 'svc.config.ts') && existsSync(compiled)
  try {
    if (isOwnConfig || !file.endsWith('.ts'))
      return getDefaultExport(await import(pathToFileURL(isOwnConfig ? compiled : file).href))
    const { createJiti } = await import('jiti')
    return getDefaultExport(
      await createJiti(file, { alias: { ...packageAliases }, fsCache: false, moduleCache: false, tryNative: false }).import(file),
    )
  } catch (error) {
    if (error instanceof BootError) throw error
    const url = file.endsWith('.ts') ? undefined : pathToFileURL(file).href
    const { reason, stack } = await describeLoadFailure(error, url)
    const message = createMessage('boot.configBroken', { file, reason: reason.replace(/[.:;,]?$/, '.') })
    throw new BootError([{ ...fault('config-broken', message, createMessage('boot.fixConfig')), stack }], { cause: error })
  }
}

/** Returns a function that resolves packages like an import in the configuration file. */
async function createResolver(file: string): Promise<(name: string) => string> {
  const { createJiti } = await import('jiti')
  const jiti = createJiti(file, { alias: { ...packageAliases }, fsCache: false, moduleCache: false })
  return (name) => jiti.esmResolve(name)
}

function getDefaultExport(module: unknown): unknown {
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined
}

function fault(id: string, message: MessageText, hint: MessageText): Fault {
  return createBootFault(id, 'svc.config.ts', message, hint)
}

const compositionKeys = ['languages', 'host', 'plugins', 'customizations'] as const

/** All faults in the shape of a configuration, including unknown keys. The boot checks validate its plugins. */
export function findConfigFaults(value: unknown): readonly Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [fault('config-shape', createMessage('boot.configNoObject'), createMessage('boot.exportConfig'))]
  }
  const config = value as Readonly<Record<string, unknown>>
  const { plugins, customizations = [] } = config
  const lists = Object.entries({ plugins, customizations })
  return [
    ...keyFaults(config),
    ...languageFaults(config['languages']),
    ...hostFaults(config['host']),
    ...lists.flatMap(listFaults),
  ]
}

function keyFaults(config: Readonly<Record<string, unknown>>): readonly Fault[] {
  const validKeys: readonly string[] = [...compositionKeys, ...Object.keys(settingDeclarations)]
  const unknownKeys = Object.keys(config).filter((key) => !validKeys.includes(key))
  return unknownKeys.map((key) => {
    const message = createMessage('boot.configKeyUnknown', { key, suggestion: suggestName(key, validKeys) })
    return fault('config-key-unknown', message, createMessage('boot.listConfigKeys', { keys: validKeys }))
  })
}

function languageFaults(languages: unknown): readonly Fault[] {
  if (!Array.isArray(languages) || languages.length === 0 || !languages.every(isLanguageTag)) {
    return [fault('config-languages', createMessage('boot.languagesInvalid'), createMessage('boot.putDefaultFirst'))]
  }
  if (new Set(languages).size === languages.length) return []
  return [fault('config-languages', createMessage('boot.languageTwice'), createMessage('boot.listLanguageOnce'))]
}

function hostFaults(host: unknown): readonly Fault[] {
  if (isPlugin(host) && 'kind' in host && host.kind === 'host') return []
  return [fault('config-host', createMessage('boot.hostInvalid'), createMessage('boot.useHost'))]
}

function listFaults([key, list]: readonly [string, unknown]): readonly Fault[] {
  const allowsNames = key === 'customizations'
  if (Array.isArray(list) && list.every((item) => isPlugin(item) || (allowsNames && typeof item === 'string' && item !== '')))
    return []
  const message = createMessage(allowsNames ? 'boot.packageListInvalid' : 'boot.pluginListInvalid', { key })
  return [fault('config-plugins', message, createMessage('boot.useList', { key }))]
}

function isPlugin(value: unknown): value is { readonly name: string; readonly core: string } {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('core' in value)) return false
  return typeof value.name === 'string' && typeof value.core === 'string'
}

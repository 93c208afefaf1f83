// Joins the modules that a program loads at its start into few files: reading hundreds of small ones takes half of that start.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

/** The compiled program's folder. */
const compiled = fileURLToPath(new URL('..', import.meta.url))
const chunks = 'chunks'
/** Where the joined modules are kept as the compiler wrote them: it writes only what changed. */
const apart = 'apart'
/** The first line of what stands in a joined module's place. */
const mark = '// Joined with others: see bin/join.ts.'

/** What each program imports first: paths below the compiled folder, without ending. None does anything when it is imported. */
const programs: Readonly<Record<string, readonly string[]>> = {
  contract: ['core/contract'],
  composition: ['svc.config'],
  service: ['plugins/cli/index', 'plugins/cli/program', 'core/boot/boot', 'svc.config'],
  server: ['plugins/http/server', 'plugins/rest/routes', 'plugins/runtime/routes'],
  assistant: ['plugins/mcp/stdio/program', 'plugins/mcp/stdio/serve-streams'],
  worker: ['core/config', 'core/boot/assemble', 'core/boot/boot', 'plugins/stock/index', 'plugins/mcp/stdio/worker'],
  job: ['core/config', 'core/boot/assemble', 'core/job/job-scope', 'core/jobs/index'],
}

/** What is imported together once somebody asks for it, unless a program has it before. */
const later: Readonly<Record<string, readonly string[]>> = {
  transfer: [
    'core/action/package',
    'core/transfer/check/report',
    'core/transfer/import/import',
    'core/transfer/import/at-once',
    'core/transfer/import/plans',
    'core/transfer/export/write',
  ],
  sheet: ['core/action/apply-sheet', 'core/transfer/sheet/in-unit', 'core/transfer/sheet/write'],
  proof: ['core/engine/proof/product-proof'],
}

/** @returns null for a package from outside */
function fileOf(specifier: string, importer: string): string | null {
  if (specifier === 'product-configurator-service') return join(compiled, 'core/contract.js')
  if (specifier.startsWith('#core/')) return join(compiled, specifier.slice(1))
  return specifier.startsWith('.') ? join(dirname(importer), specifier) : null
}

/** Every module is wanted whole; that one is imported both ways is known. */
const quiet = { platform: 'node', treeshake: false, checks: { ineffectiveDynamicImport: false, pluginTimings: false } } as const

const addressOf = (name: string): string => join(compiled, `${name}.js`)

/** What a program imports before it runs, itself included; what it imports later stays where it is. */
async function modulesOf(names: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const collect: Plugin = {
    name: 'collect',
    resolveId(specifier, importer, { kind }) {
      const file = importer === undefined ? specifier : fileOf(specifier, importer)
      return file === null || kind === 'dynamic-import' ? { id: specifier, external: true } : file
    },
    moduleParsed({ id }) {
      found.add(id)
    },
  }
  const bundle = await rolldown({ input: names.map(addressOf), ...quiet, plugins: [collect] })
  await bundle.generate()
  await bundle.close()
  return found
}

function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Module → those of the programs that load it. */
async function loadedBy(those: Readonly<Record<string, readonly string[]>>): Promise<ReadonlyMap<string, readonly string[]>> {
  const loading = new Map<string, string[]>()
  for (const [program, names] of Object.entries(those)) {
    for (const module of await modulesOf(names)) loading.set(module, [...(loading.get(module) ?? []), program])
  }
  return loading
}

/**
 * Module → the programs that load it, as the name of the file that holds it. What one program alone loads at its start, and something
 * else later, has a file beside the program's own: an import in a terminal would load the server's library.
 */
async function homes(): Promise<ReadonlyMap<string, string>> {
  const loading = new Map(await loadedBy(later))
  for (const [module, names] of await loadedBy(programs))
    loading.set(module, names.length === 1 ? [...names, ...(loading.get(module) ?? [])] : names)
  const named = [...loading].map(([module, names]) => [module, names.join('-')] as const)
  const sizes = countOf(named.map(([, name]) => name))
  // One alone is a file already.
  return new Map(named.filter(([, name]) => sizes.get(name) !== 1))
}

/** A joined module finds the files beside it where it stood before, and lines of it in its source. */
function moved(joined: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'moved',
    resolveId(specifier, importer, { kind }) {
      if (importer === undefined) return specifier
      const file = fileOf(specifier, importer)
      if (file === null) return { id: specifier, external: true }
      return joined.has(file) && kind !== 'dynamic-import' ? file : { id: file, external: 'relative' }
    },
    load(id) {
      const own = `new URL(${JSON.stringify(`../${relative(compiled, id)}`)}, import.meta.url).href`
      const code = readFileSync(id, 'utf8').replaceAll('import.meta.url', own)
      return { code, map: readFileSync(`${id}.map`, 'utf8') }
    },
  }
}

/** The bundler gives a group all that its modules import, unless one before took it: what more programs load goes first, what is asked for later last. */
function groupsOf(joined: ReadonlyMap<string, string>) {
  const isLater = (name: string): boolean => name.split('-').every((one) => Object.hasOwn(later, one))
  const parts = (name: string): number => name.split('-').length
  const names = [...new Set(joined.values())].toSorted((a, b) => Number(isLater(a)) - Number(isLater(b)) || parts(b) - parts(a))
  return names.map((name, place) => ({ name, test: (id: string) => joined.get(id) === name, priority: names.length - place }))
}

/**
 * Puts back what the compiler wrote.
 * @param folder a compiled program's
 */
export function separateModules(folder = compiled): void {
  const kept = join(folder, apart)
  if (!existsSync(kept)) return
  for (const name of readdirSync(kept, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'))) {
    const file = join(folder, name)
    if (readFileSync(file, 'utf8').startsWith(mark)) cpSync(join(kept, name), file)
  }
  for (const left of [apart, chunks]) rmSync(join(folder, left), { recursive: true, force: true })
}

function write(name: string, text: string): void {
  const file = join(compiled, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/**
 * Writes the joined files into `chunks/` and, where each joined module stood, one that hands on what it exports: whoever imports it, a plugin from
 * outside too, has the same one. Expects separate modules.
 */
export async function joinModules(): Promise<void> {
  const joined = await homes()
  const names = [...joined.keys()].map((file) => relative(compiled, file))
  const input = Object.fromEntries(names.map((name) => [name.slice(0, -'.js'.length), join(compiled, name)]))
  const bundle = await rolldown({ input, ...quiet, preserveEntrySignatures: 'strict', plugins: [moved(joined)] })
  const { output } = await bundle.generate({
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: `${chunks}/[name].js`,
    // By their own names: a process that runs on while it is built anew loads new modules beside old joined files, and short names would
    // lead it to other functions.
    minifyInternalExports: false,
    codeSplitting: { groups: groupsOf(joined) },
  })
  await bundle.close()
  for (const name of names) write(join(apart, name), readFileSync(join(compiled, name), 'utf8'))
  for (const file of output) {
    if (file.fileName.startsWith(`${chunks}/`)) write(file.fileName, file.type === 'chunk' ? file.code : file.source.toString())
    // The map of the compiler stays beside it, for when it stands there again.
    else if (file.type === 'chunk') write(file.fileName, `${mark}\n${file.code.replace(/^\/\/# sourceMappingURL=.*$/m, '')}`)
  }
}

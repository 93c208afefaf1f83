// For bundlers: replaces imports from the contracts of the core by imports from the modules that define the names.
// The contracts export from most modules of the core. A bundle that imports one of them would contain or load all these modules.
import { readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'

/** The module, relative to `core/`, and its own name of an export. The name `*` is the whole module. */
interface Definition {
  readonly module: string
  readonly name: string
}

type Definitions = ReadonlyMap<string, Definition>

/** A contract's exports. A section is a module of `core/surface/`, such as `textGaps`. It only re-exports, and its members are used as `textGaps.flatKey`. */
interface Contract {
  /** By exported name. Without the types that the contract itself declares. */
  readonly definitions: Definitions
  /** The definitions of the members, by the name of the section. */
  readonly sections: ReadonlyMap<string, Definitions>
}

const sectionFolder = 'surface/'

const readDeclarations = (module: string): string =>
  readFileSync(fileURLToPath(new URL(`../../core/${module}.d.ts`, import.meta.url)), 'utf8')

/** The names that a module exports from other modules. The folder is that of the module, relative to `core/`. */
function readReexports(text: string, folder: string): Definitions {
  const lists = [...text.matchAll(/export (?:type )?\{([^{}]*)\} from '(\.[^']+)'/g)]
  return new Map(
    lists.flatMap(([, list, path]) =>
      listNames(list!).map(({ name, local }) => [local, { module: join(folder, path!), name }] as const),
    ),
  )
}

function readContract(contract: string): Contract {
  const text = readDeclarations(contract)
  const modules = [...text.matchAll(/export \* as (\w+) from '\.\/([^']+)\.js'/g)].map(
    ([, name, path]) => [name!, path!] as const,
  )
  const whole = modules.map(([name, path]) => [name, { module: `${path}.js`, name: '*' }] as const)
  const sections = modules.filter(([, path]) => path.startsWith(sectionFolder))
  return {
    definitions: new Map([...readReexports(text, ''), ...whole]),
    sections: new Map(sections.map(([name, path]) => [name, readReexports(readDeclarations(path), sectionFolder)])),
  }
}

/** A member of an object in code. The prefix excludes members of members and words in strings. */
const memberPattern = /(?<![\w$'"`/-])(?<!(?<!\.\.)\.)\b(\w+)\s*\.\s*(\w+)/g

interface SplitCode {
  readonly code: string
  /** The used members as `textGaps_flatKey`. */
  readonly members: ReadonlySet<string>
}

/** Replaces members of imported sections by names of their own: `textGaps.flatKey` → `textGaps_flatKey`. */
function splitSections(original: string, contracts: ReadonlyMap<string, Contract>): SplitCode {
  const members = new Set<string>()
  const imported = [...contracts].filter(([specifier]) => original.includes(specifier)).map(([, { sections }]) => sections)
  if (imported.every((sections) => sections.size === 0)) return { code: original, members }
  const code = original.replace(memberPattern, (expression, section: string, member: string) => {
    if (!imported.some((sections) => sections.get(section)?.has(member))) return expression
    members.add(`${section}_${member}`)
    return `${section}_${member}`
  })
  return { code, members }
}

interface ImportedName {
  /** `type ` or an empty string. */
  readonly type: string
  readonly name: string
  readonly local: string
}

/** `a, type B as C` → its names. Also for `a: b` in patterns. */
function listNames(list: string): readonly ImportedName[] {
  const items = list.split(',').map((item) => item.trim())
  return items
    .filter((item) => item !== '')
    .map((item) => {
      const [, type = '', name, local] = /^(type )?(\w+)(?:(?: as |: )(\w+))?$/.exec(item) ?? []
      if (name === undefined) throw new Error(`The import '${item}' has an unknown form.`)
      return { type, name, local: local ?? name }
    })
}

/**
 * Creates a function that rewrites the imports of compiled code and of type declarations. Names that a contract declares itself stay
 * imported from it.
 * @param contracts the contracts by specifier: `{ '#core/surface.js': 'surface' }`
 */
export function createImportRewriter(contracts: Readonly<Record<string, string>>): (code: string) => string {
  const contractsBySpecifier = new Map(Object.entries(contracts).map(([specifier, name]) => [specifier, readContract(name)]))
  /** The names by the module that defines them. */
  const groupByModule = (list: string, from: string, used: ReadonlySet<string>): ReadonlyMap<string, readonly ImportedName[]> => {
    const groups = new Map<string, ImportedName[]>()
    const { definitions, sections } = contractsBySpecifier.get(from)!
    const add = (item: ImportedName, definition: Definition | undefined): void => {
      const target = definition === undefined ? from : `#core/${definition.module}`
      groups.set(target, [...(groups.get(target) ?? []), { ...item, name: definition?.name ?? item.name }])
    }
    for (const item of listNames(list)) {
      const members = sections.get(item.name)
      if (!members) add(item, definitions.get(item.name))
      for (const [member, definition] of members ?? [])
        if (used.has(`${item.name}_${member}`)) add({ ...item, local: `${item.name}_${member}` }, definition)
    }
    return groups
  }
  const toClause = ({ type, name, local }: ImportedName): string => `${type}${name === local ? name : `${name} as ${local}`}`

  const toImports = (keyword: string, type: string, [module, names]: readonly [string, readonly ImportedName[]]): string[] => {
    const from = JSON.stringify(module)
    const whole = names.filter(({ name }) => name === '*').map(({ local }) => `${keyword} ${type}* as ${local} from ${from};`)
    const clauses = names.filter(({ name }) => name !== '*').map(toClause)
    return clauses.length === 0 ? whole : [...whole, `${keyword} ${type}{ ${clauses.join(', ')} } from ${from};`]
  }
  const toPattern = (names: readonly ImportedName[]): string =>
    `{ ${names.map(({ name, local }) => (name === local ? name : `${name}: ${local}`)).join(', ')} }`

  return (original) => {
    const { code, members } = splitSections(original, contractsBySpecifier)
    return code
      .replace(
        /\b(import|export) (type )?\{([^{}]*)\} from ["']([^"']+)["'];?/g,
        (statement, keyword: string, type = '', list: string, from: string) =>
          contractsBySpecifier.has(from)
            ? [...groupByModule(list, from, members)].flatMap((group) => toImports(keyword, type, group)).join(' ')
            : statement,
      )
      .replace(/\{([^{}]*)\} = await import\(["']([^"']+)["']\)/g, (statement, list: string, from: string) => {
        if (!contractsBySpecifier.has(from)) return statement
        const groups = [...groupByModule(list, from, members)]
        const calls = groups.map(([module]) => `import(${JSON.stringify(module)})`)
        return `[${groups.map(([, names]) => toPattern(names)).join(', ')}] = await Promise.all([${calls.join(', ')}])`
      })
      .replace(/\bimport\(["']([^"']+)["']\)\.(\w+)(?:\.(\w+))?/g, (expression, from: string, name: string, member = '') => {
        const contract = contractsBySpecifier.get(from)
        const inSection = contract?.sections.get(name)?.get(member)
        const definition = inSection ?? contract?.definitions.get(name)
        if (!definition) return expression
        const rest = inSection || member === '' ? '' : `.${member}`
        return `import("#core/${definition.module}").${definition.name}${rest}`
      })
  }
}

/** The contracts that modules of this package import by path. */
export const ownContracts: Readonly<Record<string, string>> = { '#core/contract.js': 'contract', '#core/surface.js': 'surface' }

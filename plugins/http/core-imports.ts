// For bundlers: replaces imports from the contracts of the core by imports from the modules that define the names.
// The contracts export from most modules of the core. A bundle that imports one of them would contain or load all these modules.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The module, relative to `core/`, and its own name of an export. The name `*` is the whole module. */
interface Definition {
  readonly module: string
  readonly name: string
}

/** The definitions of a contract's exports, by exported name. Without the types that the contract itself declares. */
function readDefinitions(contract: string): ReadonlyMap<string, Definition> {
  const text = readFileSync(fileURLToPath(new URL(`../../core/${contract}.d.ts`, import.meta.url)), 'utf8')
  const lists = [...text.matchAll(/export (?:type )?\{([^{}]*)\} from '\.\/([^']+)'/g)]
  const named = lists.flatMap(([, list, module]) =>
    listNames(list!).map(({ name, local }): readonly [string, Definition] => [local, { module: module!, name }]),
  )
  const whole = [...text.matchAll(/export \* as (\w+) from '\.\/([^']+)'/g)].map(
    ([, local, module]): readonly [string, Definition] => [local!, { module: module!, name: '*' }],
  )
  return new Map([...named, ...whole])
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
  const definitions = new Map(Object.entries(contracts).map(([specifier, contract]) => [specifier, readDefinitions(contract)]))
  /** The names by the module that defines them. */
  const groupByModule = (list: string, from: string): ReadonlyMap<string, readonly ImportedName[]> => {
    const groups = new Map<string, ImportedName[]>()
    for (const item of listNames(list)) {
      const { module, name } = definitions.get(from)?.get(item.name) ?? { module: null, name: item.name }
      const target = module === null ? from : `#core/${module}`
      groups.set(target, [...(groups.get(target) ?? []), { ...item, name }])
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

  return (code) =>
    code
      .replace(
        /\b(import|export) (type )?\{([^{}]*)\} from ["']([^"']+)["'];?/g,
        (statement, keyword: string, type = '', list: string, from: string) =>
          definitions.has(from)
            ? [...groupByModule(list, from)].flatMap((group) => toImports(keyword, type, group)).join(' ')
            : statement,
      )
      .replace(/\{([^{}]*)\} = await import\(["']([^"']+)["']\)/g, (statement, list: string, from: string) => {
        if (!definitions.has(from)) return statement
        const groups = [...groupByModule(list, from)]
        const calls = groups.map(([module]) => `import(${JSON.stringify(module)})`)
        return `[${groups.map(([, names]) => toPattern(names)).join(', ')}] = await Promise.all([${calls.join(', ')}])`
      })
      .replace(/\bimport\(["']([^"']+)["']\)\.(\w+)/g, (expression, from: string, name: string) => {
        const [group] = definitions.has(from) ? groupByModule(name, from) : []
        return group ? `import(${JSON.stringify(group[0])}).${group[1][0]!.name}` : expression
      })
}

/** The contracts that modules of this package import by path. */
export const ownContracts: Readonly<Record<string, string>> = { '#core/contract.js': 'contract', '#core/surface.js': 'surface' }

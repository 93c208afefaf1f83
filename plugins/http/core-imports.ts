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
  const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\} from '\.\/([^']+)'/g)]
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
  const specifier = `(['"])(${Object.keys(contracts)
    .map((text) => text.replaceAll('.', '\\.'))
    .join('|')})`
  const staticImport = new RegExp(`\\b(import|export) (type )?\\{([^}]*)\\} from ${specifier}\\4;?`, 'g')
  const dynamicImport = new RegExp(`\\{([^{}]*)\\} = await import\\(${specifier}\\2\\)`, 'g')
  const importedType = new RegExp(`\\bimport\\(${specifier}\\1\\)\\.(\\w+)`, 'g')

  /** The names by the module that defines them. */
  const groupByModule = (list: string, from: string): ReadonlyMap<string, readonly ImportedName[]> => {
    const groups = new Map<string, ImportedName[]>()
    for (const item of listNames(list)) {
      const { module, name } = definitions.get(from)!.get(item.name) ?? { module: null, name: item.name }
      const target = module === null ? from : `#core/${module}`
      groups.set(target, [...(groups.get(target) ?? []), { ...item, name }])
    }
    return groups
  }
  const toClause = ({ type, name, local }: ImportedName): string => `${type}${name === local ? name : `${name} as ${local}`}`

  return (code) =>
    code
      .replace(staticImport, (_all, keyword: string, type = '', list: string, _quote, from: string) =>
        [...groupByModule(list, from)]
          .flatMap(([module, names]) => [
            ...names.filter(({ name }) => name === '*').map(({ local }) => `${keyword} ${type}* as ${local} from '${module}';`),
            ...[names.filter(({ name }) => name !== '*').map(toClause)]
              .filter((clauses) => clauses.length > 0)
              .map((clauses) => `${keyword} ${type}{ ${clauses.join(', ')} } from '${module}';`),
          ])
          .join(' '),
      )
      .replace(dynamicImport, (_all, list: string, _quote, from: string) => {
        const groups = [...groupByModule(list, from)]
        const patterns = groups.map(
          ([, names]) => `{ ${names.map(({ name, local }) => (name === local ? name : `${name}: ${local}`)).join(', ')} }`,
        )
        return `[${patterns.join(', ')}] = await Promise.all([${groups.map(([module]) => `import('${module}')`).join(', ')}])`
      })
      .replace(importedType, (_all, quote: string, from: string, name: string) => {
        const [[module, names] = [from, []]] = groupByModule(name, from)
        return `import(${quote}${module}${quote}).${names[0]?.name ?? name}`
      })
}

/** The contracts that modules of this package import by path. */
export const ownContracts: Readonly<Record<string, string>> = { '#core/contract.js': 'contract', '#core/surface.js': 'surface' }

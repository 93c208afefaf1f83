// Generates docs/reference/plugins.md: the contract interfaces with their comments, and the table of contribution points.
import { pointNames, points } from '../core/contribution/points.js'

export interface InterfaceMember {
  readonly name: string
  readonly optional: boolean
  readonly type: string
  readonly comment: string
}

interface ReferenceSection {
  readonly title: string
  /** Introduction above the table. */
  readonly text: string
  /** File and interface pairs. Members are listed in this order. */
  readonly interfaces: readonly (readonly [path: string, name: string])[]
}

const contractPath = 'core/contract.ts'

const contractSections: readonly ReferenceSection[] = [
  {
    title: 'Plugin',
    text: 'A plugin is a plain object with these members.',
    interfaces: [[contractPath, 'Plugin']],
  },
  {
    title: 'Customization',
    text: 'A plugin of one installation. It can have its own migrations.',
    interfaces: [[contractPath, 'Customization']],
  },
  {
    title: 'HostPlugin',
    text: 'The plugin for the platform in which the service runs. An installation has exactly one.',
    interfaces: [
      [contractPath, 'HostPlugin'],
      ['core/app.ts', 'Host'],
      ['core/app.ts', 'HostAdapters'],
    ],
  },
]

const migrations: ReferenceSection = {
  title: 'Migrations',
  text: 'Migrations of the core run first, then the migrations of customizations in config order. A migration can be interrupted and repeated.',
  interfaces: [
    ['core/storage/migration/migration.ts', 'Migration'],
    ['core/storage/migration/migration.ts', 'MigrationSteps'],
  ],
}

/** Returns the page. `read` returns a source file by its path from the repository root. */
export function createPluginReference(read: (path: string) => string): string {
  const section = (part: ReferenceSection, level = '##'): string =>
    [
      `${level} ${part.title}`,
      part.text,
      ...part.interfaces.map(([path, name]) => formatMemberTable(parseMembers(read(path), name))),
    ].join('\n\n')
  const pages = pointNames.map((name) => points[name].page)
  const places = pointNames.map((name) => {
    const { title, example } = points[name].page
    return `| \`${name}\` | [${title.charAt(0).toLowerCase()}${title.slice(1)}](#${toAnchor(title)}) | [${example}.ts](../../customizations/example/${example}.ts) |`
  })
  return `${[
    '# The plugin contract',
    'For developers of plugins and customizations: every member and contribution point of the contract. `npm run generate` writes this page. Start with the [tutorial](../../customizations/README.md).',
    'A plugin imports `product-configurator-service` and no internal module. Names are unique across all plugins. A clash is a [boot check](boot-checks.md) that names both owners. With any fault the service does not start.',
    ...contractSections.map((part) => section(part)),
    '## Contributions',
    'Contributions are data: the service lists, checks and describes them before any of their code runs.',
    `| member | contribution | example |\n|---|---|---|\n${places.join('\n')}`,
    ...pages.map((page) => section(page, '###')),
    section(migrations),
    '## Exports of the package',
    'The package exports these types and values:',
    formatExportsTable(read(contractPath)),
    'The package also exports `product-configurator-service/hosts/<name>` and `product-configurator-service/plugins/<name>` for `svc.config.ts`, `product-configurator-service/testing` for tests (`startService(composition)` starts a complete service in memory), and `product-configurator-service/client` with the [typed clients](rest.md#typed-client) of core and the built-in plugins.',
  ].join('\n\n')}\n`
}

function toAnchor(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

/** Formats the members as a Markdown table. */
export function formatMemberTable(members: readonly InterfaceMember[]): string {
  const rows = members.map(
    ({ name, optional, type, comment }) =>
      `| \`${name}${optional ? '?' : ''}\` | \`${escapeCell(type)}\` | ${escapeCell(comment)} |`,
  )
  return `| member | type | meaning |\n|---|---|---|\n${rows.join('\n')}`
}

const escapeCell = (text: string): string => text.replaceAll('|', '\\|')

/** The members that an interface declares itself, in source order. Throws if the source lacks the interface. */
export function parseMembers(source: string, name: string): readonly InterfaceMember[] {
  const body = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n([^]*?)^\\}`, 'm').exec(source)?.[1]
  if (body === undefined) throw new Error(`The source declares no interface '${name}'.`)
  const members: InterfaceMember[] = []
  let comment = ''
  let open = ''
  for (const line of body.split('\n')) {
    const text = line.trim()
    if (open === '' && /^(\/\*\*|\*)/.test(text))
      comment = `${comment} ${text.replace(/^\/\*\*|^\*\/?|\*\/$/g, '').trim()}`.trim()
    else if (text !== '') open = `${open} ${text}`.trim()
    if (open === '' || !isCompleteMember(open)) continue
    members.push({ ...parseMember(open), comment })
    comment = ''
    open = ''
  }
  return members
}

function isCompleteMember(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  return count(/[({[]/g) === count(/[)}\]]/g) && !/[:&|]$/.test(text)
}

function parseMember(text: string): Omit<InterfaceMember, 'comment'> {
  const [, name = text, question, rest = ''] = /^(?:readonly )?(\w+)(\?)?:?\s*(.*)$/.exec(text) ?? []
  return { name, optional: question !== undefined, type: rest.replace(/,? \)/g, ')').replace(/\( /g, '(') }
}

/** Lists all exported names by source file, separately for values and types. */
function formatExportsTable(source: string): string {
  const reexports = [...source.matchAll(/^export (type )?\{([^}]+)\} from '([^']+)'/gm)].flatMap(
    ([, type, names = '', path = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) => ({
          name: name.replace(/^type /, ''),
          kind: type === undefined && !name.startsWith('type ') ? 'value' : 'type',
          path: `core/${path.replace('./', '').replace('.js', '.ts')}`,
        })),
  )
  const own = [...source.matchAll(/^export interface (\w+)/gm)].map(([, name = '']) => ({
    name,
    kind: 'type',
    path: contractPath,
  }))
  const rows = [...reexports, ...own].sort((a, b) => (a.name < b.name ? -1 : 1))
  return `| name | kind | declared in |\n|---|---|---|\n${rows.map(({ name, kind, path }) => `| \`${name}\` | ${kind} | \`${path}\` |`).join('\n')}`
}

// Writes docs/plugins.md from the contract itself: its interfaces with their comments, and where each contribution is used.

export interface Member {
  readonly name: string
  readonly optional: boolean
  readonly type: string
  readonly comment: string
}

interface Part {
  readonly title: string
  /** Sentences above the table. */
  readonly text: string
  /** File and interface, in the order in which their members are listed. */
  readonly interfaces: readonly (readonly [path: string, name: string])[]
}

interface Contribution extends Part {
  /** The member of Contributions. */
  readonly key: string
  /** The file of customizations/example that shows it; the index where it stands there. */
  readonly example: string
  readonly fixture: string
}

const contract = 'core/contract.ts'
const operand: readonly [string, string] = ['core/engine/question/operand.ts', 'OperandType']

const frame: readonly Part[] = [
  {
    title: 'Plugin',
    text: 'Everything that is plugged in is a plain object with these members.',
    interfaces: [[contract, 'Plugin']],
  },
  {
    title: 'Customization',
    text: 'A plugin of one installation, with migrations of its own.',
    interfaces: [[contract, 'Customization']],
  },
  {
    title: 'HostPlugin',
    text: 'The one plugin that says what the service runs in.',
    interfaces: [
      [contract, 'HostPlugin'],
      ['core/app.ts', 'Host'],
      ['core/app.ts', 'HostAdapters'],
    ],
  },
]

export const contributions: readonly Contribution[] = [
  {
    ...{ key: 'entities', title: 'An entity', example: 'material', fixture: 'with-entity' },
    text: 'A kind of record with a table, a list, forms, schemas and addresses of its own. `defineEntity` declares it.',
    interfaces: [['core/model/entity/define.ts', 'EntityDefinition']],
  },
  {
    ...{ key: 'properties', title: 'A property of an existing entity', example: 'index', fixture: 'with-property' },
    text: 'It joins the same list as those of core: column, schemas, forms, types, and a filter where its kind has one. These options hold for every kind; a kind adds its own.',
    interfaces: [['core/ground/property/options.ts', 'PropertyOptions']],
  },
  {
    ...{ key: 'areas', title: 'Another area for an entity', example: 'index', fixture: 'with-area' },
    text: 'Entity name to area: the scopes of that area then decide who reads and writes it.',
    interfaces: [],
  },
  {
    ...{ key: 'propertyKinds', title: 'A property kind', example: 'ral-kind', fixture: 'with-property-kind' },
    text: 'What a property stores, takes and shows. Seven members, then capabilities that shared code asks for.',
    interfaces: [['core/ground/property/kind.ts', 'PropertyKind']],
  },
  {
    ...{ key: 'questionTypes', title: 'A question type', example: 'ral-colour', fixture: 'with-question-type' },
    text: 'What shoppers enter, how it is judged, and which fields rules and terms read of it.',
    interfaces: [
      ['core/engine/question/define.ts', 'QuestionType'],
      ['core/engine/question/define.ts', 'FieldDefinition'],
    ],
  },
  {
    ...{ key: 'conditionTypes', title: 'A condition type', example: 'delivery-days', fixture: 'with-condition-type' },
    text: 'The left side of a condition. Authors write `{condition: <name>, …arguments, operator, value}`.',
    interfaces: [operand, ['core/engine/rule/define.ts', 'ComputedCondition']],
  },
  {
    ...{ key: 'termTypes', title: 'A term type', example: 'exchange-rate', fixture: 'with-term-type' },
    text: 'A number in a formula. Authors write `{term: <name>, …arguments}`.',
    interfaces: [operand, ['core/engine/calculation/define.ts', 'ComputedTerm']],
  },
  {
    ...{ key: 'functions', title: 'A function', example: 'full-lengths', fixture: 'with-function' },
    text: 'Called by name in formulas and in code calculations.',
    interfaces: [['core/engine/calculation/define.ts', 'FunctionDefinition']],
  },
  {
    ...{ key: 'actions', title: 'An action', example: 'replace-material', fixture: 'with-action' },
    text: 'A verb: a tool of assistants, a command and a call in process at once. `defineAction` declares it.',
    interfaces: [
      ['core/model/action/declaration.ts', 'ActionDeclaration'],
      ['core/action/define.ts', 'Action'],
    ],
  },
  {
    ...{ key: 'commands', title: 'A command', example: 'seed-materials', fixture: 'with-command' },
    text: 'A command of the program that is no action.',
    interfaces: [[contract, 'Command']],
  },
  {
    ...{ key: 'tasks', title: 'A task', example: 'withdraw-products', fixture: 'with-task' },
    text: 'Recurring work of a serving process. `defineTask` declares it.',
    interfaces: [['core/task/define.ts', 'Task']],
  },
  {
    ...{ key: 'paymentProviders', title: 'A payment provider', example: 'pay-at-workshop', fixture: 'with-payment-provider' },
    text: 'What a payment method may name as its connector, and the parameters that it then takes.',
    interfaces: [['core/model/payment/declaration.ts', 'PaymentProviderDeclaration']],
  },
  {
    ...{ key: 'observers', title: 'Observers', example: 'diary', fixture: 'with-observer' },
    text: 'Told after the commit, once, in config order, with a frozen payload. They veto nothing; a failing one is logged with its owner. These are the events:',
    interfaces: [['core/ground/events.ts', 'EventPayloads']],
  },
  {
    ...{
      key: 'storefrontModules',
      title: 'A storefront module',
      example: 'ral-colour-module',
      fixture: 'with-storefront-module',
    },
    text: 'Draws a question type in the configurator: a script that defines the element `svc-question-<type in small letters>`. Without one a question is a line of text, or a list of its answers. A page that embeds `<svc-configurator>` itself loads the script before it.',
    interfaces: [
      ['core/model/storefront/module.ts', 'StorefrontModule'],
      ['core/model/storefront/module.ts', 'QuestionElementState'],
    ],
  },
]

const migrations: Part = {
  title: 'Migrations',
  text: 'The scripts of a customization run after those of core, customizations in config order. A script may be stopped anywhere and run again.',
  interfaces: [
    ['core/storage/migration/migration.ts', 'Migration'],
    ['core/storage/migration/migration.ts', 'MigrationSteps'],
  ],
}

/** The page; `read` gives a source file by its path from the root. */
export function pluginReference(read: (path: string) => string): string {
  const section = (part: Part, level = '##'): string =>
    [`${level} ${part.title}`, part.text, ...part.interfaces.map(([path, name]) => table(membersOf(read(path), name)))].join(
      '\n\n',
    )
  const places = contributions.map(
    ({ key, title, example, fixture }) =>
      `| \`${key}\` | [${title.charAt(0).toLowerCase()}${title.slice(1)}](#${anchor(title)}) | [${example}.ts](../customizations/example/${example}.ts) | [${fixture}.ts](../test/fixtures/customizations/${fixture}.ts) |`,
  )
  return `${[
    '# The plugin contract',
    'Written by `npm run generate` from the contract itself. The tutorial is [customizations/README.md](../customizations/README.md).',
    'A plugin imports `product-configurator-service` and nothing behind it. Names are unique over all plugins: a clash is a [boot check](boot-checks.md) that names both owners, and with any fault nothing is loaded and nothing starts.',
    ...frame.map((part) => section(part)),
    '## Contributions',
    'Data only: it is listed, checked and described before anything runs.',
    `| member | brings | in the example | smallest |\n|---|---|---|---|\n${places.join('\n')}`,
    ...contributions.map((part) => section(part, '###')),
    section(migrations),
    '## What the package exports',
    'Types are for declarations; values are called.',
    exportsTable(read(contract)),
    'Beside the contract the package exports `product-configurator-service/hosts/<name>` and `product-configurator-service/plugins/<name>` for `svc.config.ts`, and `product-configurator-service/plugins/testing` for tests: `startService(composition)` boots a whole service in memory.',
  ].join('\n\n')}\n`
}

function anchor(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

function table(members: readonly Member[]): string {
  const rows = members.map(
    ({ name, optional, type, comment }) => `| \`${name}${optional ? '?' : ''}\` | \`${cell(type)}\` | ${cell(comment)} |`,
  )
  return `| member | type | meaning |\n|---|---|---|\n${rows.join('\n')}`
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** The members that an interface declares itself, in order. Throws where the source holds no such interface. */
export function membersOf(source: string, name: string): readonly Member[] {
  const body = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n([^]*?)^\\}`, 'm').exec(source)?.[1]
  if (body === undefined) throw new Error(`The source declares no interface '${name}'.`)
  const members: Member[] = []
  let comment = ''
  let open = ''
  for (const line of body.split('\n')) {
    const text = line.trim()
    if (open === '' && /^(\/\*\*|\*)/.test(text))
      comment = `${comment} ${text.replace(/^\/\*\*|^\*\/?|\*\/$/g, '').trim()}`.trim()
    else if (text !== '') open = `${open} ${text}`.trim()
    if (open === '' || !isClosed(open)) continue
    members.push({ ...memberOf(open), comment })
    comment = ''
    open = ''
  }
  return members
}

function isClosed(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  return count(/[({[]/g) === count(/[)}\]]/g) && !/[:&|]$/.test(text)
}

function memberOf(text: string): Omit<Member, 'comment'> {
  const [, name = text, question, rest = ''] = /^(?:readonly )?(\w+)(\?)?:?\s*(.*)$/.exec(text) ?? []
  return { name, optional: question !== undefined, type: rest.replace(/,? \)/g, ')').replace(/\( /g, '(') }
}

/** Every exported name with the file that it comes from, values and types apart. */
function exportsTable(source: string): string {
  const named = [...source.matchAll(/^export (type )?\{([^}]+)\} from '([^']+)'/gm)].flatMap(([, type, names = '', path = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => ({
        name,
        kind: type === undefined ? 'value' : 'type',
        path: `core/${path.replace('./', '').replace('.js', '.ts')}`,
      })),
  )
  const own = [...source.matchAll(/^export interface (\w+)/gm)].map(([, name = '']) => ({ name, kind: 'type', path: contract }))
  const rows = [...named, ...own].sort((a, b) => (a.name < b.name ? -1 : 1))
  return `| name | kind | declared in |\n|---|---|---|\n${rows.map(({ name, kind, path }) => `| \`${name}\` | ${kind} | \`${path}\` |`).join('\n')}`
}

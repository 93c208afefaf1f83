// The table of all contribution points, with their documentation.
import type { Action } from '../actions/define-action.js'
import type { FunctionDefinition, TermType, ConditionType } from '../engine/question/operand.js'
import type { PaymentProvider } from '../commerce/payment/define.js'
import type { Effect } from '../commerce/state/define.js'
import type { QuestionType } from '../engine/question/question-type.js'
import type { Area } from '../foundation/access.js'
import type { Observers } from '../foundation/events.js'
import type { MessageContribution } from '../foundation/message.js'
import type { Translations } from '../foundation/message-catalogs.js'
import type { PropertyKind, PropertyMap } from '../foundation/property/kind.js'
import type { HealthCheck } from './health-check.js'
import type { AdminScreen, AdminWidget } from '../model/admin/module.js'
import type { EntityDefinition } from '../model/entity/define.js'
import type { StorefrontModule, ClientModule } from '../model/storefront/module.js'
import type { VatIdFormat } from '../model/vat-id/validation.js'
import type { Task } from '../tasks/define-task.js'
import type { Verb } from '../verbs/define-verb.js'
import type { WorkerJob } from '../jobs/define-worker-job.js'
import type { Command, Generator } from './command.js'
import type { PrintedDocument } from './printed-document.js'

/** The required type of an item's member: `text` is a string, `map` an object, `list` an array. */
export type Member = 'text' | 'map' | 'list' | 'function'

/** The section of docs/reference/plugins.md about a point. */
export interface PointPage {
  readonly title: string
  /** Introduction above the tables. */
  readonly text: string
  /** The file of customizations/example with a use of the point; the index if it is there. */
  readonly example: string
  /** The smallest plugin that uses the point, in test/fixtures/customizations. */
  readonly fixture: string
  /** File and name of each interface whose members are listed. */
  readonly interfaces: readonly (readonly [path: string, name: string])[]
}

/** A point that takes a list of named items. A name belongs to one owner. */
export interface ListPoint<Item> {
  readonly takes: 'list'
  /** The noun for one item in messages. The boot check for duplicates is `<noun>-clash`. */
  readonly noun: string
  /** Members that core requires in addition to the name. */
  readonly members: Readonly<Record<string, Member>>
  /** Additional names of an item: the noun whose namespace they join, and the member with the name. */
  readonly alsoNamed?: Readonly<Record<string, string>>
  readonly page: PointPage
  /** Exists only at compile time: the type of the list. */
  readonly holds?: readonly Item[]
}

/** A point that takes an object with keys known to core. Its reader validates it. */
export interface MapPoint<Values> {
  readonly takes: 'map'
  /** The type of each value. */
  readonly values: Member
  readonly page: PointPage
  /** Exists only at compile time: the type of the object. */
  readonly holds?: Values
}

/** The type of a plugin's contribution to a point. */
export type ContributionTo<Point extends { readonly holds?: unknown }> = NonNullable<Point['holds']>

/** Defines contribution points. One entry determines the contract, shape check, clash check, registry and reference page. */
export function defineListPoint<Item>(point: Omit<ListPoint<Item>, 'takes' | 'holds'>): ListPoint<Item> {
  return { takes: 'list', ...point }
}

export function defineMapPoint<Values>(values: Member, page: PointPage): MapPoint<Values> {
  return { takes: 'map', values, page }
}

/** The id of the boot check that refuses duplicate names, for example `question-type-clash`. */
export function toClashId(noun: string): string {
  return `${noun.replaceAll(' ', '-').toLowerCase()}-clash`
}

const operand: readonly [string, string] = ['core/engine/question/operand.ts', 'OperandType']

export const points = {
  entities: defineListPoint<EntityDefinition>({
    noun: 'entity',
    members: { label: 'text', area: 'text', properties: 'map', listing: 'list' },
    page: {
      title: 'An entity',
      text: 'A record type with its own table, list, forms, schemas and URLs. `defineEntity` declares it.',
      example: 'material',
      fixture: 'with-entity',
      interfaces: [['core/model/entity/define.ts', 'EntityDefinition']],
    },
  }),
  properties: defineMapPoint<Readonly<Record<string, PropertyMap>>>('map', {
    title: 'A property of an existing entity',
    text: 'By entity name. The property gets a column, schemas, form fields, types, and a filter if its kind has one, like the properties of core. With `listed` it is a column of collections and of the list in the admin, with the filter of its kind, and collections sort by it. `filter` and `sort` add only the filter or the order; `filter: false` omits the filter of the kind. All kinds have these options; a kind can add its own.',
    example: 'index',
    fixture: 'with-property',
    interfaces: [['core/foundation/property/kind.ts', 'PropertyOptions']],
  }),
  areas: defineMapPoint<Readonly<Record<string, Area>>>('text', {
    title: 'Another area for an entity',
    text: 'Maps entity names to areas. The scopes of that area then control read and write access.',
    example: 'index',
    fixture: 'with-area',
    interfaces: [],
  }),
  propertyKinds: defineListPoint<PropertyKind<never>>({
    noun: 'property kind',
    members: {
      control: 'text',
      column: 'function',
      schema: 'function',
      typeText: 'function',
      prepare: 'function',
      validate: 'function',
    },
    page: {
      title: 'A property kind',
      text: 'The storage, input and output of a property: seven required members and optional capabilities.',
      example: 'ral-kind',
      fixture: 'with-property-kind',
      interfaces: [['core/foundation/property/kind.ts', 'PropertyKind']],
    },
  }),
  questionTypes: defineListPoint<QuestionType>({
    noun: 'question type',
    members: { label: 'text', properties: 'map' },
    page: {
      title: 'A question type',
      text: 'The input of shoppers, its validation, and the fields that rules and terms can read. `defineQuestionType` declares it and types its settings.',
      example: 'ral-colour',
      fixture: 'with-question-type',
      interfaces: [
        ['core/engine/question/question-type.ts', 'QuestionType'],
        ['core/engine/question/question-type.ts', 'FieldDefinition'],
      ],
    },
  }),
  conditionTypes: defineListPoint<ConditionType>({
    noun: 'condition type',
    members: { label: 'text', properties: 'map' },
    page: {
      title: 'A condition type',
      text: 'The left side of a condition. Authors write `{condition: <name>, …arguments, operator, value}`. `defineConditionType` declares it and types its arguments.',
      example: 'delivery-days',
      fixture: 'with-condition-type',
      interfaces: [operand, ['core/engine/question/operand.ts', 'ComputedCondition']],
    },
  }),
  termTypes: defineListPoint<TermType>({
    noun: 'term type',
    members: { label: 'text', properties: 'map' },
    page: {
      title: 'A term type',
      text: 'A number in a formula. Authors write `{term: <name>, …arguments}`. `defineTermType` declares it and types its arguments.',
      example: 'exchange-rate',
      fixture: 'with-term-type',
      interfaces: [operand, ['core/engine/question/operand.ts', 'ComputedTerm']],
    },
  }),
  functions: defineListPoint<FunctionDefinition>({
    noun: 'function',
    members: { description: 'text', evaluate: 'function' },
    page: {
      title: 'A function',
      text: 'Called by name in formulas and in code calculations.',
      example: 'full-lengths',
      fixture: 'with-function',
      interfaces: [['core/engine/question/operand.ts', 'FunctionDefinition']],
    },
  }),
  actions: defineListPoint<Action<never>>({
    noun: 'action',
    members: { description: 'text', input: 'map', run: 'function' },
    alsoNamed: { command: 'command' },
    page: {
      title: 'An action',
      text: 'An operation that is available as an MCP tool, a command and an in-process call. `defineAction` declares it.',
      example: 'replace-material',
      fixture: 'with-action',
      interfaces: [
        ['core/model/action/declaration.ts', 'ActionDeclaration'],
        ['core/actions/define-action.ts', 'Action'],
      ],
    },
  }),
  verbs: defineListPoint<Verb>({
    noun: 'verb',
    members: { description: 'text', path: 'text', input: 'map', access: 'map', handler: 'function' },
    page: {
      title: 'A verb',
      text: 'An operation for shoppers: a route of the runtime API, an operation of its OpenAPI document and a function of its client. `defineVerb` declares it. Its handler acts on behalf of the shopper in the `shopperContext` argument.',
      example: 'show-materials',
      fixture: 'with-verb',
      interfaces: [
        ['core/model/verb/declaration.ts', 'VerbDeclaration'],
        ['core/model/verb/declaration.ts', 'VerbAccess'],
        ['core/verbs/define-verb.ts', 'Verb'],
      ],
    },
  }),
  commands: defineListPoint<Command>({
    noun: 'command',
    members: { description: 'text', examples: 'list', run: 'function' },
    page: {
      title: 'A command',
      text: 'A command of the program `svc` that is not an action.',
      example: 'seed-materials',
      fixture: 'with-command',
      interfaces: [
        ['core/contribution/command.ts', 'Command'],
        ['core/contribution/command.ts', 'CommandScope'],
      ],
    },
  }),
  tasks: defineListPoint<Task>({
    noun: 'task',
    members: { description: 'text', run: 'function' },
    page: {
      title: 'A task',
      text: 'Scheduled work of a serving process. `defineTask` declares it.',
      example: 'withdraw-products',
      fixture: 'with-task',
      interfaces: [['core/tasks/define-task.ts', 'Task']],
    },
  }),
  healthChecks: defineListPoint<HealthCheck>({
    noun: 'health check',
    members: { description: 'text', run: 'function' },
    page: {
      title: 'A health check',
      text: 'An additional health check of `svc:doctor`, for example of a connection to another system or of outdated data. `defineHealthCheck` declares it; `createSuccess`, `createWarning` and `createFault` create its result. [operate.md](../guides/operate.md) shows the output.',
      example: 'discontinued-materials',
      fixture: 'with-health-check',
      interfaces: [
        ['core/contribution/health-check.ts', 'HealthCheck'],
        ['core/contribution/health-check.ts', 'HealthCheckScope'],
        ['core/contribution/health-check.ts', 'HealthReport'],
      ],
    },
  }),
  paymentProviders: defineListPoint<PaymentProvider>({
    noun: 'payment provider',
    members: { label: 'text', params: 'map', begin: 'function' },
    page: {
      title: 'A payment provider',
      text: 'A connector for payment methods: its parameters, and how payments are started, polled, reported and refunded. `definePaymentProvider` declares it and types its parameters. [payments.md](../guides/payments.md) shows how to write one.',
      example: 'pay-at-workshop',
      fixture: 'with-payment-provider',
      interfaces: [
        ['core/model/payment/declaration.ts', 'PaymentProviderDeclaration'],
        ['core/commerce/payment/define.ts', 'PaymentProvider'],
        ['core/commerce/payment/define.ts', 'BeginScope'],
        ['core/commerce/payment/define.ts', 'PaymentFacts'],
        ['core/commerce/payment/define.ts', 'Beginning'],
        ['core/commerce/payment/define.ts', 'MoneyReport'],
        ['core/commerce/payment/define.ts', 'PlainReport'],
        ['core/commerce/payment/define.ts', 'SignedWebhook'],
        ['core/commerce/payment/define.ts', 'UnsignedWebhook'],
        ['core/commerce/payment/define.ts', 'ConnectionReport'],
        ['core/commerce/payment/define.ts', 'PaymentNotice'],
      ],
    },
  }),
  printedDocuments: defineListPoint<PrintedDocument>({
    noun: 'printed document',
    members: { entity: 'text', mediaType: 'text', print: 'function' },
    page: {
      title: 'A printed document',
      text: 'A file that is made of a frozen order or quote. The REST API, the admin and `svc:order:print` offer it. `definePrintedDocument` declares it. The plugin `print` contributes the four PDF files.',
      example: 'packing-list',
      fixture: 'with-printed-document',
      interfaces: [
        ['core/model/print/declaration.ts', 'PrintedDocumentDeclaration'],
        ['core/contribution/printed-document.ts', 'PrintedDocument'],
        ['core/contribution/printed-document.ts', 'PrintScope'],
        ['core/commerce/document/define.ts', 'PrintSource'],
      ],
    },
  }),
  vatIdFormats: defineListPoint<VatIdFormat>({
    noun: 'VAT id format',
    members: { country: 'text', label: 'text', description: 'text', example: 'text', isValid: 'function' },
    page: {
      title: 'A format of VAT ids',
      text: 'The prefix, the pattern and the check digits of the VAT ids of one country. `defineVatIdFormat` declares it. The service stores an id with a known prefix in its normalised form, or refuses it. Other ids are stored as entered and never remove the tax. The plugin `vat` contributes the formats of the member states of the EU and of Northern Ireland.',
      example: 'swiss-vat-id',
      fixture: 'with-vat-id-format',
      interfaces: [['core/model/vat-id/validation.ts', 'VatIdFormat']],
    },
  }),
  jobs: defineListPoint<WorkerJob>({
    noun: 'job',
    members: { run: 'function' },
    page: {
      title: 'A worker job',
      text: 'A long computation on plain data. A serving process runs it in a worker thread, other processes run it in place. `defineWorkerJob` declares it and types its input and output. Actions and printed documents run it by `jobs.run` of their scope. The thread assembles the configuration file, and finds the job by its name.',
      example: 'plan-parcels',
      fixture: 'with-job',
      interfaces: [
        ['core/jobs/define-worker-job.ts', 'WorkerJob'],
        ['core/jobs/define-worker-job.ts', 'JobScope'],
        ['core/jobs/define-worker-job.ts', 'JobPool'],
        ['core/jobs/define-worker-job.ts', 'JobCall'],
      ],
    },
  }),
  effects: defineListPoint<Effect>({
    noun: 'effect',
    members: { description: 'text', on: 'text', run: 'function' },
    page: {
      title: 'An effect',
      text: 'Runs inside the transaction when an order, a quote or a payment changes state. Its writes are committed together with the change, and its failure rolls the change back. `defineEffect` declares it. Use an observer to be notified only.',
      example: 'workshop-mail',
      fixture: 'with-effect',
      interfaces: [
        ['core/model/state/statuses.ts', 'EffectDeclaration'],
        ['core/commerce/state/define.ts', 'Effect'],
        ['core/commerce/state/define.ts', 'StateChange'],
      ],
    },
  }),
  observers: defineMapPoint<Observers>('function', {
    title: 'Observers',
    text: 'Functions that are called once after the commit, in the order of the configuration, with a frozen payload. They cannot veto. Failures are logged with the owner. [Events](events.md) lists the events and their payloads.',
    example: 'diary',
    fixture: 'with-observer',
    interfaces: [],
  }),
  generators: defineListPoint<Generator>({
    noun: 'generator',
    members: { description: 'text', files: 'function' },
    page: {
      title: 'A generator',
      text: 'Additional files that `svc:types:generate` writes, such as the typed clients.',
      example: 'stock-list',
      fixture: 'with-generator',
      interfaces: [['core/contribution/command.ts', 'Generator']],
    },
  }),
  translations: defineMapPoint<Translations>('map', {
    title: 'Translations',
    text: 'Translations of the messages that question types show to shoppers (`context.translate`), by language (`de`, or `de-AT` for one country) and English sentence. Keep the placeholders in braces. Messages of core and stock are already translated; [messages](#messages) replaces them.',
    example: 'german',
    fixture: 'with-translation',
    interfaces: [],
  }),
  messages: defineMapPoint<MessageContribution>('map', {
    title: 'Messages',
    text: 'Catalogs of messages: by area, language (`de`, or `de-AT` for one country) and name, in ICU MessageFormat. `defineMessages` defines an area with its English texts and creates its messages, for example for a `Refusal`. A plugin can also add a language to an area of `messages/` (in the package: `program/messages/`), or replace a text there. The labels of the admin are in the areas `labels*`: the field `surface` of the entity `material` is `material.surface` in `labels-fields`.',
    example: 'ral-messages',
    fixture: 'with-messages',
    interfaces: [
      ['core/foundation/message.ts', 'MessageArea'],
      ['core/foundation/message.ts', 'Message'],
    ],
  }),
  storefrontModules: defineListPoint<StorefrontModule>({
    noun: 'storefront module',
    members: { script: 'map' },
    page: {
      title: 'A storefront module',
      text: 'Renders a question type in the configurator: a script that defines the element `svc-question-<type in lower case>`. Without one, a question is rendered as a text field or a list of its answers. A page that embeds `<svc-configurator>` must load the script first.',
      example: 'ral-colour-module',
      fixture: 'with-storefront-module',
      interfaces: [
        ['core/model/storefront/module.ts', 'StorefrontModule'],
        ['core/model/storefront/module.ts', 'QuestionElementState'],
      ],
    },
  }),
  clientModules: defineListPoint<ClientModule>({
    noun: 'client module',
    members: { of: 'text', script: 'map' },
    page: {
      title: 'A client module',
      text: 'Evaluates a question, condition or term type, or a function, in the browser: a script without imports that exports `declare(kit)`, which returns the contributed object. Without one, products that use it are evaluated by the server only. Types that load external data cannot have one.',
      example: 'full-lengths',
      fixture: 'with-client-module',
      interfaces: [
        ['core/model/storefront/module.ts', 'ClientModule'],
        ['core/model/storefront/module.ts', 'ClientModuleKit'],
      ],
    },
  }),
  adminScreens: defineListPoint<AdminScreen>({
    noun: 'admin screen',
    members: { label: 'text', area: 'text', script: 'map' },
    page: {
      title: 'A screen of the admin',
      text: "A menu entry with a page, for users with the scope of its area: a script that exports `open(host, kit)` and is loaded when the page is opened. It calls actions and reads and writes records on behalf of the signed-in user. The server checks the user's permissions at each call.",
      example: 'material-use',
      fixture: 'with-admin-screen',
      interfaces: [
        ['core/model/admin/module.ts', 'AdminScreen'],
        ['core/model/admin/module.ts', 'AdminKit'],
      ],
    },
  }),
  adminWidgets: defineListPoint<AdminWidget>({
    noun: 'admin widget',
    members: { draws: 'text', of: 'text', script: 'map' },
    page: {
      title: 'A control or a tile of the admin',
      text: 'Renders the fields of a property kind or a single property in forms, or a tile on the start screen: a script that exports `open(host, kit)`. A control returns `show(state)`. If its script fails, the field uses the default control of its kind.',
      example: 'ral-control',
      fixture: 'with-admin-widget',
      interfaces: [
        ['core/model/admin/module.ts', 'AdminWidget'],
        ['core/model/admin/module.ts', 'AdminControlState'],
      ],
    },
  }),
}

export type Points = typeof points
export type PointName = keyof Points

/** The contributions of a plugin, by point. Data only. */
export type Contributions = { readonly [Name in PointName]?: ContributionTo<Points[Name]> }

/** The points that take lists of named items. */
export type ListPointName = { [Name in PointName]: Points[Name] extends { readonly takes: 'list' } ? Name : never }[PointName]

/** One item of a list point. */
export type ContributionItem<Name extends ListPointName> =
  ContributionTo<Points[Name]> extends readonly (infer Element)[] ? Element : never

export const pointNames = Object.keys(points) as readonly PointName[]

export const listPointNames = pointNames.filter((name): name is ListPointName => points[name].takes === 'list')

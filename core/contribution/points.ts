// Every contribution point, once: what a plugin may bring, and all that is known of it beside what uses it.
import type { Action } from '../action/define.js'
import type { FunctionDefinition, TermType } from '../engine/calculation/define.js'
import type { PaymentProvider } from '../commerce/payment/define.js'
import type { Effect } from '../commerce/state/define.js'
import type { QuestionType } from '../engine/question/define.js'
import type { ConditionType } from '../engine/rule/define.js'
import type { Area } from '../ground/access/areas.js'
import type { Observers } from '../ground/events.js'
import type { Translations } from '../ground/language/translations.js'
import type { PropertyKind, PropertyMap } from '../ground/property/kind.js'
import type { Examination } from '../examination/define.js'
import type { AdminScreen, AdminWidget } from '../model/admin/module.js'
import type { EntityDefinition } from '../model/entity/define.js'
import type { StorefrontModule } from '../model/storefront/module.js'
import type { TwinModule } from '../model/storefront/twin-module.js'
import type { Task } from '../task/define.js'
import type { Verb } from '../verb/define.js'
import type { Command } from './command.js'
import { type HeldBy, list, map } from './define.js'
import type { Generator } from './generator.js'

const operand: readonly [string, string] = ['core/engine/question/operand.ts', 'OperandType']

export const points = {
  entities: list<EntityDefinition>({
    noun: 'entity',
    members: { label: 'text', area: 'text', properties: 'map', listing: 'list' },
    page: {
      title: 'An entity',
      text: 'A kind of record with a table, a list, forms, schemas and addresses of its own. `defineEntity` declares it.',
      example: 'material',
      fixture: 'with-entity',
      interfaces: [['core/model/entity/define.ts', 'EntityDefinition']],
    },
  }),
  properties: map<Readonly<Record<string, PropertyMap>>>('map', {
    title: 'A property of an existing entity',
    text: 'By entity name. It joins the same list as those of core: column, schemas, forms, types, and a filter where its kind has one. With `listed` it is a column of collections and of the list in the admin, with the filter of its kind, and collections sort by it. `filter` and `sort` add only the filter or the order; `filter: false` omits the filter of the kind. These options hold for every kind; a kind adds its own.',
    example: 'index',
    fixture: 'with-property',
    interfaces: [['core/ground/property/options.ts', 'PropertyOptions']],
  }),
  areas: map<Readonly<Record<string, Area>>>('text', {
    title: 'Another area for an entity',
    text: 'Entity name to area: the scopes of that area then decide who reads and writes it.',
    example: 'index',
    fixture: 'with-area',
    interfaces: [],
  }),
  propertyKinds: list<PropertyKind<never>>({
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
      text: 'What a property stores, takes and shows. Seven members, then capabilities that shared code asks for.',
      example: 'ral-kind',
      fixture: 'with-property-kind',
      interfaces: [['core/ground/property/kind.ts', 'PropertyKind']],
    },
  }),
  questionTypes: list<QuestionType>({
    noun: 'question type',
    members: { label: 'text', properties: 'map' },
    page: {
      title: 'A question type',
      text: 'What shoppers enter, how it is judged, and which fields rules and terms read of it. `defineQuestionType` declares it and types its settings.',
      example: 'ral-colour',
      fixture: 'with-question-type',
      interfaces: [
        ['core/engine/question/define.ts', 'QuestionType'],
        ['core/engine/question/define.ts', 'FieldDefinition'],
      ],
    },
  }),
  conditionTypes: list<ConditionType>({
    noun: 'condition type',
    members: { label: 'text', properties: 'map' },
    page: {
      title: 'A condition type',
      text: 'The left side of a condition. Authors write `{condition: <name>, …arguments, operator, value}`. `defineConditionType` declares it and types its arguments.',
      example: 'delivery-days',
      fixture: 'with-condition-type',
      interfaces: [operand, ['core/engine/rule/define.ts', 'ComputedCondition']],
    },
  }),
  termTypes: list<TermType>({
    noun: 'term type',
    members: { label: 'text', properties: 'map' },
    page: {
      title: 'A term type',
      text: 'A number in a formula. Authors write `{term: <name>, …arguments}`. `defineTermType` declares it and types its arguments.',
      example: 'exchange-rate',
      fixture: 'with-term-type',
      interfaces: [operand, ['core/engine/calculation/define.ts', 'ComputedTerm']],
    },
  }),
  functions: list<FunctionDefinition>({
    noun: 'function',
    members: { description: 'text', evaluate: 'function' },
    page: {
      title: 'A function',
      text: 'Called by name in formulas and in code calculations.',
      example: 'full-lengths',
      fixture: 'with-function',
      interfaces: [['core/engine/calculation/define.ts', 'FunctionDefinition']],
    },
  }),
  actions: list<Action<never>>({
    noun: 'action',
    members: { description: 'text', input: 'map', run: 'function' },
    alsoNamed: { command: 'command' },
    page: {
      title: 'An action',
      text: 'A verb: a tool of assistants, a command and a call in process at once. `defineAction` declares it.',
      example: 'replace-material',
      fixture: 'with-action',
      interfaces: [
        ['core/model/action/declaration.ts', 'ActionDeclaration'],
        ['core/action/define.ts', 'Action'],
      ],
    },
  }),
  verbs: list<Verb>({
    noun: 'verb',
    members: { description: 'text', path: 'text', input: 'map', access: 'map', handler: 'function' },
    page: {
      title: 'A verb',
      text: 'What a shopper does: an address of the runtime API, an operation of its OpenAPI document and a function of its client at once. `defineVerb` declares it; its handler works in the name of whoever calls, by the visit that it is given.',
      example: 'show-materials',
      fixture: 'with-verb',
      interfaces: [
        ['core/model/verb/declaration.ts', 'VerbDeclaration'],
        ['core/model/verb/declaration.ts', 'VerbAccess'],
        ['core/verb/define.ts', 'Verb'],
      ],
    },
  }),
  commands: list<Command>({
    noun: 'command',
    members: { description: 'text', examples: 'list', run: 'function' },
    page: {
      title: 'A command',
      text: 'A command of the program that is no action.',
      example: 'seed-materials',
      fixture: 'with-command',
      interfaces: [['core/contribution/command.ts', 'Command']],
    },
  }),
  tasks: list<Task>({
    noun: 'task',
    members: { description: 'text', run: 'function' },
    page: {
      title: 'A task',
      text: 'Recurring work of a serving process. `defineTask` declares it.',
      example: 'withdraw-products',
      fixture: 'with-task',
      interfaces: [['core/task/define.ts', 'Task']],
    },
  }),
  examinations: list<Examination>({
    noun: 'examination',
    members: { description: 'text', examine: 'function' },
    page: {
      title: 'An examination',
      text: 'What `svc:doctor` looks at beside its own list: a connection to another system, data that grow old. `defineExamination` declares it; `sound`, `doubtful` and `broken` word what was found. [operate.md](../guides/operate.md) shows what it looks like.',
      example: 'ended-materials',
      fixture: 'with-examination',
      interfaces: [
        ['core/examination/define.ts', 'Examination'],
        ['core/examination/define.ts', 'ExaminationScope'],
        ['core/examination/define.ts', 'Opinion'],
      ],
    },
  }),
  paymentProviders: list<PaymentProvider>({
    noun: 'payment provider',
    members: { label: 'text', params: 'map', begin: 'function' },
    page: {
      title: 'A payment provider',
      text: 'What a payment method may name as its connector, the parameters that it then takes, and how payments are begun, asked about, reported and paid back. `definePaymentProvider` declares it and types its parameters. [payments.md](../guides/payments.md) writes one.',
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
        ['core/commerce/payment/define.ts', 'PaymentWebhook'],
        ['core/commerce/payment/define.ts', 'PaymentNotice'],
      ],
    },
  }),
  effects: list<Effect>({
    noun: 'effect',
    members: { description: 'text', on: 'text', run: 'function' },
    page: {
      title: 'An effect',
      text: 'Follows a change of state of an order, a quote or a payment inside its transaction: what it stores is there with the change or not at all, and its failure takes the change back. `defineEffect` declares it. Whoever only wants to know is an observer.',
      example: 'workshop-mail',
      fixture: 'with-effect',
      interfaces: [
        ['core/model/state/declaration.ts', 'EffectDeclaration'],
        ['core/commerce/state/define.ts', 'Effect'],
        ['core/commerce/state/define.ts', 'StateChange'],
      ],
    },
  }),
  observers: map<Observers>('function', {
    title: 'Observers',
    text: 'Told after the commit, once, in config order, with a frozen payload. They veto nothing; a failing one is logged with its owner. These are the events:',
    example: 'diary',
    fixture: 'with-observer',
    interfaces: [['core/ground/events.ts', 'EventPayloads']],
  }),
  generators: list<Generator>({
    noun: 'generator',
    members: { description: 'text', files: 'function' },
    page: {
      title: 'A generator',
      text: 'Files that `svc:types:generate` writes beside the types of all entities: the typed clients are made so.',
      ...{ example: 'stock-list', fixture: 'with-generator' },
      interfaces: [['core/contribution/generator.ts', 'Generator']],
    },
  }),
  translations: map<Translations>('map', {
    title: 'Translations',
    text: 'What question types say to shoppers (`context.say`), in other languages: by language (`de`, or `de-AT` for one country) and English sentence. Names in braces stay. Sentences of core and stock may be used and need no translation of your own.',
    example: 'german',
    fixture: 'with-translation',
    interfaces: [],
  }),
  storefrontModules: list<StorefrontModule>({
    noun: 'storefront module',
    members: { script: 'map' },
    page: {
      title: 'A storefront module',
      text: 'Draws a question type in the configurator: a script that defines the element `svc-question-<type in small letters>`. Without one a question is a line of text, or a list of its answers. A page that embeds `<svc-configurator>` itself loads the script before it.',
      example: 'ral-colour-module',
      fixture: 'with-storefront-module',
      interfaces: [
        ['core/model/storefront/module.ts', 'StorefrontModule'],
        ['core/model/storefront/module.ts', 'QuestionElementState'],
      ],
    },
  }),
  twinModules: list<TwinModule>({
    noun: 'twin module',
    members: { of: 'text', script: 'map' },
    page: {
      title: 'A twin module',
      text: 'Lets browsers evaluate a question, condition or term type, or a function, ahead of the service: a script that imports nothing and exports `declare(kit)`, which returns it as it is contributed. Without one, products that use it are reckoned by the service. What a type loads from outside no browser has.',
      example: 'full-lengths',
      fixture: 'with-twin-module',
      interfaces: [
        ['core/model/storefront/twin-module.ts', 'TwinModule'],
        ['core/model/storefront/twin-module.ts', 'TwinKit'],
      ],
    },
  }),
  adminScreens: list<AdminScreen>({
    noun: 'admin screen',
    members: { label: 'text', area: 'text', script: 'map' },
    page: {
      title: 'A screen of the admin',
      text: 'An entry of the menu and a page behind it, for whoever holds the scope of its area: a script that exports `open(host, kit)`, loaded when the page is opened. It calls actions and reads and writes records in the name of whoever works; the server asks for his rights at each call.',
      example: 'material-use',
      fixture: 'with-admin-screen',
      interfaces: [
        ['core/model/admin/module.ts', 'AdminScreen'],
        ['core/model/admin/module.ts', 'AdminKit'],
      ],
    },
  }),
  adminWidgets: list<AdminWidget>({
    noun: 'admin widget',
    members: { draws: 'text', of: 'text', script: 'map' },
    page: {
      title: 'A control or a tile of the admin',
      text: 'Draws the fields of a property kind or one property in forms, or a tile on the start screen: a script that exports `open(host, kit)`. A control returns `show(state)`; without one, or where its script fails, the field is drawn as its kind says.',
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

/** What a plugin contributes: data only, by point. */
export type Contributions = { readonly [Name in PointName]?: HeldBy<Points[Name]> }

/** The points that take lists of named items. */
export type ListName = { [Name in PointName]: Points[Name] extends { readonly takes: 'list' } ? Name : never }[PointName]

/** One item of a list. */
export type Item<Name extends ListName> = HeldBy<Points[Name]> extends readonly (infer Held)[] ? Held : never

export const pointNames = Object.keys(points) as readonly PointName[]

export const listNames = pointNames.filter((name): name is ListName => points[name].takes === 'list')

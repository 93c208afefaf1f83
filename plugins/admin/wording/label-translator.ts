// Translates labels of entities, fields and actions into the reader's language: by their key, otherwise like an equal label.
import type { PropertyMap } from '#core/contract.js'
import { type Entity, type Registry, requireEntity, messageFormat, entityModel, themeDesign, inputForms } from '#core/surface.js'
import type { AdminLanguage } from '../api/shape.js'
import { isolateText } from './display-name.js'

/** Translates an English label or help text. Falls back to English. The key is its key in the catalogs `messages/labels*`. */
export interface LabelTranslator {
  (text: string, key?: string): string
  readonly language: AdminLanguage
}

export interface RegistryLabel {
  readonly key: string
  /** In English. */
  readonly text: string
}

const quotationMarks: Readonly<Record<AdminLanguage, readonly [opening: string, closing: string]>> = {
  en: ['“', '”'],
  de: ['„', '“'],
  he: ['„', '”'],
}

/** The text in the quotation marks of the language. */
export const quoteInLanguage = (text: string, language: AdminLanguage): string =>
  quotationMarks[language].join(isolateText(text, language))

/** `import-model` → `Import model`. */
export const toActionLabel = (name: string): string => toHeading(name.replaceAll('-', ' '))

/** With a capital letter, for headings. */
export const toHeading = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1)

/** The keys of the labels of a property. The owner is an entity, or `action.<name>`, `provider.<name>` and so on. */
export const toFieldKeys = (owner: string, property: string) => ({
  label: `labels-fields.${owner}.${property}`,
  help: `labels-helps.${owner}.${property}`,
  toChoiceKey: (value: string): string => `labels-choices.${owner}.${property}.${value}`,
})

/** The name of some records of an entity, for `2 × Answers` and `1 × Answer`. */
export function toCountedLabel({ name, label, pluralLabel }: Entity, count: number, translate: LabelTranslator): string {
  return toHeading(count === 1 ? translate(label, `labels.entity.${name}`) : translate(pluralLabel, `labels.entities.${name}`))
}

function listPropertyLabels(owner: string, properties: PropertyMap, registry: Registry): readonly RegistryLabel[] {
  return Object.values(entityModel.nameProperties(properties)).flatMap((property): readonly RegistryLabel[] => {
    const { label, help, hints } = inputForms.toFormField(property, registry, [])
    const { choices = [] } = hints as { readonly choices?: readonly { readonly value: string; readonly label: string }[] }
    const keys = toFieldKeys(owner, property.name)
    return [
      { key: keys.label, text: label },
      ...(help === undefined ? [] : [{ key: keys.help, text: help }]),
      // Names such as time zones are the same in all languages.
      ...choices
        .filter(({ value, label: choiceLabel }) => value !== choiceLabel)
        .map((choice) => ({ key: keys.toChoiceKey(choice.value), text: choice.label })),
    ]
  })
}

export function listRegistryLabels(registry: Registry): readonly RegistryLabel[] {
  const { entities, actions, questionTypes, conditionTypes, termTypes, functions, paymentProviders, effects } = registry
  return [
    ...[...entities.values()].flatMap(({ name, label, pluralLabel, properties }) => [
      { key: `labels.entity.${name}`, text: label },
      { key: `labels.entities.${name}`, text: pluralLabel },
      ...listPropertyLabels(name, properties, registry),
    ]),
    ...listPropertyLabels('theme', themeDesign.themeProperties, registry),
    ...[...actions.values()].flatMap(({ name, description, input }) => [
      { key: `labels-actions.${name}`, text: toActionLabel(name) },
      { key: `labels-actions.${name}.description`, text: description },
      ...listPropertyLabels(`action.${name}`, input, registry),
    ]),
    ...[...questionTypes.values()].map(({ name, label }) => ({ key: `labels.questionType.${name}`, text: label })),
    ...[...conditionTypes.values()].flatMap(({ name, label, properties }) => [
      { key: `labels.conditionType.${name}`, text: label },
      ...listPropertyLabels(`conditionType.${name}`, properties, registry),
    ]),
    ...[...termTypes.values()].flatMap(({ name, label, properties }) => [
      { key: `labels.termType.${name}`, text: label },
      ...listPropertyLabels(`termType.${name}`, properties, registry),
    ]),
    ...[...functions.values()].map(({ name, description }) => ({ key: `labels.function.${name}`, text: description })),
    ...[...paymentProviders.values()].flatMap(({ name, label, params }) => [
      { key: `labels.provider.${name}`, text: label },
      ...listPropertyLabels(`provider.${name}`, params, registry),
    ]),
    // The admin describes the effects of core in its own words.
    ...[...effects.values()]
      .filter(({ name }) => effects.owner(name) !== 'core')
      .map(({ name, description }) => ({ key: `labels.effect.${name}`, text: description })),
    ...[...registry.adminScreens.values()].map(({ name, label }) => ({ key: `labels.screen.${name}`, text: label })),
    ...[...registry.adminWidgets.values()].flatMap(({ name, label }) =>
      label === undefined ? [] : [{ key: `labels.tile.${name}`, text: label }],
    ),
  ]
}

const labelsByRegistry = new WeakMap<Registry, Map<AdminLanguage, ReadonlyMap<string, string>>>()

function findLabel({ messages }: Registry, key: string, language: AdminLanguage): string | undefined {
  const label = messages.find(key, language)
  return label === undefined ? undefined : messageFormat.formatText(label, language)
}

/** The labels of a language by their English text. Many entities share a label; the catalogs contain it once. */
function getLabelsByText(registry: Registry, language: AdminLanguage): ReadonlyMap<string, string> {
  const byLanguage = labelsByRegistry.get(registry) ?? new Map<AdminLanguage, ReadonlyMap<string, string>>()
  labelsByRegistry.set(registry, byLanguage)
  const cached = byLanguage.get(language)
  if (cached) return cached
  const labels = new Map<string, string>()
  for (const { key, text } of listRegistryLabels(registry)) {
    const label = labels.has(text) ? undefined : findLabel(registry, key, language)
    if (label !== undefined) labels.set(text, label)
  }
  byLanguage.set(language, labels)
  return labels
}

/** The label of a value of a dropdown. The value itself if it is no choice. */
export function translateChoice(
  registry: Registry,
  translate: LabelTranslator,
  place: readonly [string, string],
  value: string,
): string {
  const [entity, field] = place
  const { hints } = inputForms.toFormField(requireEntity(registry, entity).properties[field]!, registry, [])
  const { choices = [] } = hints as { readonly choices?: readonly { readonly value: string; readonly label: string }[] }
  const label = choices.find((choice) => choice.value === value)?.label ?? value
  return translate(label, toFieldKeys(entity, field).toChoiceKey(value))
}

const rangeEnds = {
  en: { from: 'from', to: 'to' },
  de: { from: 'ab', to: 'bis' },
  he: { from: 'החל מ־', to: 'עד' },
} as const satisfies Readonly<Record<AdminLanguage, object>>
const endsInPreposition = /(?:^|\s)(?:at|by|from|since|to|until|ab|bis|seit|von|מאז|עד)$/i

export function createLabelTranslator(registry: Registry, language: AdminLanguage): LabelTranslator {
  if (language === 'en') return Object.assign((text: string) => text, { language })
  const shopperTexts = registry.shopperTexts(language)
  const labelsByText = getLabelsByText(registry, language)
  const translate = (text: string, key?: string): string => {
    if (Object.hasOwn(shopperTexts, text)) return shopperTexts[text]!
    return (key === undefined ? undefined : findLabel(registry, key, language)) ?? labelsByText.get(text) ?? text
  }
  return Object.assign(translate, { language })
}

/** One end of a range: `Created from`; with a colon if the label ends in a preposition: `Valid until: from`. */
export const formatRangeLabel = (label: string, end: keyof typeof rangeEnds.en, language: AdminLanguage): string =>
  `${label}${endsInPreposition.test(label) ? ':' : ''} ${rangeEnds[language][end]}`

// Missing translations by entity, texts that are the same in two languages, and the effects of added and removed languages.
import { type App, createMessage, ValidationError } from '#core/contract.js'
import { type Entity, requiredScopes, requireScopes } from '#core/surface.js'
import { requireTargetEntity } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import { createLabelTranslator, toHeading, toFieldKeys } from '../wording/label-translator.js'
import { canPerform } from './entity-shape.js'
import type { SameTexts, TranslationCounts, TranslationGaps } from './screen-shape.js'
import type { DryRun, WireRow } from './shape.js'

type AppTexts = App['records']['texts']

/** Texts per page. */
const textsPerPage = 50

/** The requested language: an active one other than the store's default. */
async function requireTargetLanguage(
  scope: AdminScope,
  tag: unknown = scope.request.query.values.get('language'),
): Promise<{ readonly source: string; readonly language: string }> {
  const { snapshot } = await loadSettingsSnapshot(scope)
  const { defaultLanguage: source, languages } = snapshot
  const targetLanguages = languages.filter((other) => other !== source)
  const language = typeof tag === 'string' ? tag : targetLanguages[0]
  if (language !== undefined && targetLanguages.includes(language)) return { source, language }
  const accepted = targetLanguages.length === 0 ? createMessage('errors.nothingInOneLanguage') : targetLanguages
  throw ValidationError.of('language', createMessage('errors.otherLanguageRequired', { languages: accepted }))
}

export async function countTranslations(scope: AdminScope): Promise<Reply> {
  const { app, caller, language: own } = scope
  const translate = createLabelTranslator(app.context.registry, own)
  const languages = await requireTargetLanguage(scope)
  const translated = [...app.context.registry.entities.values()].filter(
    (entity) => app.records.texts.hasTexts(entity) && caller.grant.allowsAll(requiredScopes(entity, 'list')),
  )
  const { source, language } = languages
  const counts = await Promise.all(translated.map((entity) => app.records.texts.countMissing([entity], source, [language])))
  const entities = translated.map(({ name, pluralLabel }, at) => ({
    name,
    label: toHeading(translate(pluralLabel, `labels.entities.${name}`)),
    missing: counts[at]!,
  }))
  const mayWrite = translated.some((entity) => canPerform(entity, 'update', caller.grant))
  return createJsonReply({ language: languages.language, mayWrite, entities } satisfies TranslationCounts)
}

function parseOffset({ request }: AdminScope): number {
  const text = request.query.values.get('offset') ?? '0'
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw ValidationError.of('offset', createMessage('errors.parameterFromZero', { name: 'offset' }))
}

export async function listTranslations(scope: AdminScope): Promise<Reply> {
  const { app, request, caller, language: own } = scope
  const entity = requireTargetEntity(app, request, 'list')
  const languages = await requireTargetLanguage(scope)
  const offset = parseOffset(scope)
  const translate = createLabelTranslator(app.context.registry, own)
  const { texts } = app.records
  const missingTexts = await texts.listMissing(entity, languages, textsPerPage, offset)
  return createJsonReply({
    total: await texts.countMissing([entity], languages.source, [languages.language]),
    mayWrite: canPerform(entity, 'update', caller.grant),
    gaps: missingTexts.map(({ id, field, key, texts: translations }) => ({
      id,
      field,
      key,
      texts: translations,
      label: translate(entity.properties[field]!.label, toFieldKeys(entity.name, field).label),
    })),
  } satisfies TranslationGaps)
}

/** The languages in which texts are missing, by record id. Empty in a shop with one language, and for callers who may not translate. */
export async function listLanguagesWithGaps(
  scope: AdminScope,
  entity: Entity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const missing = new Map<number, string[]>()
  const { defaultLanguage: source, languages } = (await loadSettingsSnapshot(scope)).snapshot
  const { texts } = scope.app.records
  if (!texts.hasTexts(entity) || !canPerform(entity, 'update', scope.caller.grant)) return missing
  for (const language of languages.filter((tag) => tag !== source)) {
    const counts = await texts.countMissingByRecord(entity, ids, { source, language })
    for (const id of counts.keys()) missing.set(id, [...(missing.get(id) ?? []), language])
  }
  return missing
}

/** `GET translations/same`: the confirmed texts of the records that the caller may read. */
export async function readSameTexts({ app, caller }: AdminScope): Promise<Reply> {
  const translated = [...app.context.registry.entities.values()].filter((entity) => app.records.texts.hasTexts(entity))
  const readable = translated.filter((entity) => caller.grant.allowsAll(requiredScopes(entity, 'list')))
  const among = readable.length === translated.length ? undefined : readable
  return createJsonReply({ texts: await app.records.texts.listSame(among) } satisfies SameTexts)
}

/** The text of the request. For callers who may change any translated text. */
async function requireSameText(scope: AdminScope): Promise<Parameters<AppTexts['confirmSame']>[0]> {
  const { app, caller, request } = scope
  const mayTranslate = [...app.context.registry.entities.values()].some(
    (entity) => app.records.texts.hasTexts(entity) && canPerform(entity, 'update', caller.grant),
  )
  if (!mayTranslate) requireScopes(caller.grant, ['catalog:write'])
  const { language } = await requireTargetLanguage(scope, request.fields['language'])
  const { text } = request.fields
  if (typeof text === 'string' && text !== '') return { language, text }
  throw ValidationError.of('text', createMessage('errors.sameTextRequired'))
}

/** `POST translations/same {language, text}` */
export async function confirmSame(scope: AdminScope): Promise<Reply> {
  const sameText = await requireSameText(scope)
  await scope.app.records.texts.confirmSame(sameText)
  return readSameTexts(scope)
}

/** `DELETE translations/same {language, text}` */
export async function withdrawSame(scope: AdminScope): Promise<Reply> {
  const sameText = await requireSameText(scope)
  await scope.app.records.texts.withdrawSame(sameText)
  return readSameTexts(scope)
}

export type ShopEffects = Pick<DryRun, 'addedLanguages' | 'base' | 'defaultLanguage' | 'languages'>

function getActiveLanguages({ language_tag: first, active_languages: active }: WireRow): ReadonlySet<string> {
  return new Set(
    [first, ...(Array.isArray(active) ? active : [])].filter((tag) => typeof tag === 'string' && tag !== ''),
  ) as Set<string>
}

async function countTexts({ context }: App, language: string): Promise<number> {
  const sql = "SELECT COUNT(*) AS texts FROM svc_texts WHERE language_tag = ? AND text <> ''"
  const [row] = await context.database.query<{ readonly texts: number | string }>(sql, [language])
  return Number(row?.texts ?? 0)
}

/** Removed and added languages with their texts, and a new default language. */
export async function findLanguageEffects(app: App, before: WireRow, after: WireRow): Promise<ShopEffects> {
  const [former, next] = [getActiveLanguages(before), getActiveLanguages(after)]
  const removed = [...former].filter((tag) => !next.has(tag))
  const added = [...next].filter((tag) => !former.has(tag))
  const [source] = former
  const [defaultLanguage] = next
  const translated = [...app.context.registry.entities.values()]
  const languages = await Promise.all(removed.map(async (language) => ({ language, texts: await countTexts(app, language) })))
  const addedLanguages =
    source === undefined
      ? []
      : await Promise.all(
          added.map(async (language) => ({
            language,
            source,
            texts: await countTexts(app, language),
            missing: await app.records.texts.countMissing(translated, source, [language]),
          })),
        )
  return {
    ...(languages.length > 0 && { languages }),
    ...(addedLanguages.length > 0 && { addedLanguages }),
    ...(defaultLanguage !== undefined && defaultLanguage !== source && { defaultLanguage }),
  }
}

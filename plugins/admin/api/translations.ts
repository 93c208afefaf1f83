// Missing translations: counts by entity, and the missing texts of one entity. Texts are saved like other record fields.
import { createMessage, ValidationError } from '#core/contract.js'
import { requiredScopes, textGaps } from '#core/surface.js'
import { requireTargetEntity } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import { createLabelTranslator, toHeading, toFieldKeys } from '../wording/label-translator.js'
import { canPerform } from './entity-shape.js'
import type { TranslationCounts, TranslationGaps } from './screen-shape.js'

/** Texts per page. */
const textsPerPage = 50

/** The requested language: an active one other than the store's default. */
async function requireTargetLanguage(scope: AdminScope): Promise<{ readonly source: string; readonly language: string }> {
  const { snapshot } = await loadSettingsSnapshot(scope)
  const { defaultLanguage: source, languages } = snapshot
  const targetLanguages = languages.filter((tag) => tag !== source)
  const language = scope.request.query.values.get('language') ?? targetLanguages[0]
  if (language !== undefined && targetLanguages.includes(language)) return { source, language }
  const accepted = targetLanguages.length === 0 ? 'nothing, because the shop speaks one language' : targetLanguages.join(', ')
  throw ValidationError.of('language', createMessage('errors.otherLanguageRequired', { languages: accepted }))
}

export async function countTranslations(scope: AdminScope): Promise<Reply> {
  const { app, caller, language: own } = scope
  const translate = createLabelTranslator(app.context.registry, own)
  const languages = await requireTargetLanguage(scope)
  const translated = [...app.context.registry.entities.values()].filter(
    (entity) => textGaps.listTranslatedFields(entity).length > 0 && caller.grant.allowsAll(requiredScopes(entity, 'list')),
  )
  const { source, language } = languages
  const counts = await Promise.all(
    translated.map((entity) => textGaps.countTextGaps(app.context, [entity], { source, languages: [language] })),
  )
  const entities = translated.map(({ name, pluralLabel }, at) => ({
    name,
    label: toHeading(translate(pluralLabel, `labels.entities.${name}`)),
    missing: counts[at]!,
  }))
  return createJsonReply({ language: languages.language, entities } satisfies TranslationCounts)
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
  const gapQuery = { entity, ...languages }
  const missingTexts = await textGaps.listMissingTexts(app.context.database, gapQuery, textsPerPage, offset)
  return createJsonReply({
    total: await textGaps.countTextGaps(app.context, [entity], { source: languages.source, languages: [languages.language] }),
    mayWrite: canPerform(entity, 'update', caller.grant),
    gaps: missingTexts.map(({ id, field, texts }) => ({
      id,
      field,
      texts,
      label: translate(entity.properties[field]!.label, toFieldKeys(entity.name, field).label),
      key: textGaps.flatKey(field, languages.language),
    })),
  } satisfies TranslationGaps)
}

// Asks before a save that affects the whole shop: adding or disabling a language.
import type { DryRun } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { askConfirmation } from '../base/dialog.js'
import { t, currentLanguage } from '../wording/text.js'
import type { FormValues } from './form-values.js'

/** By entity: whether a save of these fields needs a dry run. */
const needsDryRun: Readonly<Record<string, (body: FormValues) => boolean>> = {
  settings: (body) => 'active_languages' in body || 'language_tag' in body,
}

function formatLanguageName(tag: string): string {
  return new Intl.DisplayNames([currentLanguage.get()], { type: 'language' }).of(tag) ?? tag
}

/** One sentence per effect. Empty if no confirmation is needed. */
function describeEffects({
  languages = [],
  addedLanguages = [],
  defaultLanguage,
}: Pick<DryRun, 'addedLanguages' | 'defaultLanguage' | 'languages'>): readonly string[] {
  const removed = languages.map(({ language, texts }) =>
    t('languageOff', { count: texts, language: formatLanguageName(language) }),
  )
  const added = addedLanguages.flatMap(({ language, source, texts, missing }) => {
    const name = formatLanguageName(language)
    return [
      t('languageAdded', { language: name, source: formatLanguageName(source), missing }),
      ...(texts > 0 ? [t('languageReturns', { language: name, count: texts })] : []),
    ]
  })
  const effects = [
    ...removed,
    ...(removed.length > 0 ? [t('languageStored')] : []),
    ...added,
    ...(added.length > 0 ? [t('languageNames')] : []),
    ...(defaultLanguage ? [t('languageDefault', { language: formatLanguageName(defaultLanguage) })] : []),
  ]
  return effects.length === 0 ? [] : [...effects, t('effectsUndo')]
}

/** @returns false if the person declines. A save that the server would refuse needs no question: the form shows the error. */
export async function confirmSave(entity: string, id: number | null, body: FormValues): Promise<boolean> {
  if (needsDryRun[entity]?.(body) !== true) return true
  const [method, address] = id === null ? (['POST', entity] as const) : (['PATCH', `${entity}/${id}`] as const)
  const dryRun = await requestBody<DryRun>(method, `records/${address}?dry_run=1`, { body }).catch(() => null)
  const points = dryRun === null ? [] : describeEffects(dryRun)
  return points.length === 0 || askConfirmation({ title: t('saveEffects'), points, yes: t('save') })
}

/**
 * Prepares the undo of a save that affects the whole shop: the former languages. null for other saves.
 * @param before the former values of the changed fields
 */
export function prepareSaveUndo(
  entity: string,
  id: number | null,
  body: FormValues,
  before: FormValues,
): (() => Promise<unknown>) | null {
  if (id === null || needsDryRun[entity]?.(body) !== true) return null
  return () => requestBody('PATCH', `records/${entity}/${id}`, { body: before })
}

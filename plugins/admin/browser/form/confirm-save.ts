// Asks before a save that affects the whole shop: disabling a language, or changing the base currency.
import type { DryRun, RecordList } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { askConfirmation } from '../base/dialog.js'
import { t, formatNumber, currentLanguage } from '../wording/text.js'
import type { FormValues } from './form-values.js'

/** By entity: whether a save of these fields needs a dry run. */
const needsDryRun: Readonly<Record<string, (body: FormValues) => boolean>> = {
  settings: (body) => 'active_languages' in body || 'language_tag' in body,
  currency: (body) => body['is_base'] === true,
}

function formatLanguageName(tag: string): string {
  return new Intl.DisplayNames([currentLanguage.get()], { type: 'language' }).of(tag) ?? tag
}

/** One sentence per effect. Empty if no confirmation is needed. */
export function describeEffects({ languages = [], base }: Pick<DryRun, 'languages' | 'base'>): readonly string[] {
  const removed = languages.map(({ language, texts }) =>
    t('languageOff', { count: texts, language: formatLanguageName(language) }),
  )
  return [
    ...removed,
    ...(removed.length > 0 ? [t('languageStored')] : []),
    ...(base
      ? [
          t('baseAmounts', { from: base.from, to: base.to }),
          t('baseFactors', { to: base.to, factor: formatNumber(base.multiplicator) }),
          t('baseRates', { to: base.to }),
          t('baseOrders'),
        ]
      : []),
  ]
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
 * Prepares the undo of a save that affects the whole shop: the former languages, or the former base currency. null for other saves.
 * @param before the former values of the changed fields
 */
export async function prepareSaveUndo(
  entity: string,
  id: number | null,
  body: FormValues,
  before: FormValues,
): Promise<(() => Promise<unknown>) | null> {
  if (needsDryRun[entity]?.(body) !== true) return null
  if (entity !== 'currency') return id === null ? null : () => requestBody('PATCH', `records/${entity}/${id}`, { body: before })
  const { data } = await requestBody<RecordList>('GET', `records/${entity}?limit=1&filter[is_base]=true`)
  const former = data[0]?.['id']
  if (former === undefined || former === id) return null
  return () => requestBody('PATCH', `records/${entity}/${String(former)}`, { body: { is_base: true } })
}

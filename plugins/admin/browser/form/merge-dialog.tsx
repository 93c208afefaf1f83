// Merge dialog after a conflicting save: both versions side by side, with a choice for each difference.
import { type ReactNode, useState } from 'react'
import type { EntityShape } from '../../api/shape.js'
import { Dialog } from '../base/dialog.js'
import { formatStoredText, t } from '../wording/text.js'
import { type FieldDifference, mergeChanges } from './use-record-form.js'
import type { FormValues } from './form-values.js'

interface MergeDialogProps {
  readonly shape: EntityShape
  readonly found: readonly FieldDifference[]
  readonly onMerge: (kept: FormValues) => void
  readonly onClose: () => void
}

const formatMergeValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return t('emptyValue')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  return typeof value === 'object' ? JSON.stringify(value) : formatStoredText(String(value))
}

export function MergeDialog({ shape, found: differences, onMerge, onClose }: MergeDialogProps): ReactNode {
  const conflicts = differences.filter(({ conflict }) => conflict)
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set(conflicts.map(({ key }) => key)))
  const labelOf = (key: string): string => {
    const field = shape.form.fields.find(({ keys }) => keys.includes(key))
    return field ? (field.keys.length > 1 ? `${field.label} (${key.slice(field.name.length + 1)})` : field.label) : key
  }
  const choose = (key: string, own: boolean): void => {
    const next = new Set(mine)
    if (own) next.add(key)
    else next.delete(key)
    setMine(next)
  }
  return (
    <Dialog title={t('mergeTitle')} onClose={onClose} wide>
      <p>{conflicts.length > 0 ? t('mergeLead') : t('mergeEasy')}</p>
      <div className="merge">
        {differences.map(({ key, mine: own, theirs, conflict, base }) => (
          <fieldset key={key}>
            <legend>{labelOf(key)}</legend>
            {conflict ? (
              <>
                <label>
                  <input type="radio" name={`merge-${key}`} checked={mine.has(key)} onChange={() => choose(key, true)} />
                  <span className="side-name">{t('mine')}</span> <span className="version">{formatMergeValue(own)}</span>
                </label>
                <label>
                  <input type="radio" name={`merge-${key}`} checked={!mine.has(key)} onChange={() => choose(key, false)} />
                  <span className="side-name">{t('theirs')}</span> <span className="version">{formatMergeValue(theirs)}</span>
                </label>
              </>
            ) : (
              <p>
                <span className="side-name">{base === own ? t('theirs') : t('mine')}</span>{' '}
                <span className="version">{formatMergeValue(base === own ? theirs : own)}</span>
              </p>
            )}
          </fieldset>
        ))}
      </div>
      <footer>
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button type="button" className="primary" onClick={() => onMerge(mergeChanges(differences, mine))}>
          {t('mergeNow')}
        </button>
      </footer>
    </Dialog>
  )
}

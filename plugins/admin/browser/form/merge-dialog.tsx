// Merge dialog after a conflicting save: both versions side by side, with a choice for each difference.
import { type ReactNode, useState } from 'react'
import type { AdminSessionReply, EntityShape, FormField } from '../../api/shape.js'
import { Dialog } from '../base/dialog.js'
import { FieldControl } from '../control/field-control.js'
import { formatNumber, formatStoredText, t } from '../wording/text.js'
import { type FieldDifference, mergeChanges } from './use-record-form.js'
import { type FormValues, getKeyLanguage } from './form-values.js'

interface MergeDialogProps {
  readonly shape: EntityShape
  readonly session: AdminSessionReply
  readonly found: readonly FieldDifference[]
  readonly onMerge: (kept: FormValues) => void
  readonly onClose: () => void
}

/** Controls whose values are shown as text. All others show both versions in their own control. */
const textControls: ReadonlySet<string> = new Set(['text', 'textarea', 'number', 'boolean', 'ordering', 'datetime'])

interface MergeValueProps {
  readonly id: string
  readonly field: FormField | undefined
  readonly label: string
  readonly value: unknown
}

/** One version of a field, read-only. */
function MergeValue({ id, field, label, value }: MergeValueProps): ReactNode {
  if (value === null || value === undefined || value === '') return t('emptyValue')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (field?.control === 'number' && typeof value === 'number') return formatNumber(value)
  if (field === undefined || textControls.has(field.control)) return formatStoredText(String(value))
  return <FieldControl id={id} field={field} value={value} label={label} disabled onChange={() => undefined} />
}

export function MergeDialog({ shape, session, found: differences, onMerge, onClose }: MergeDialogProps): ReactNode {
  const conflicts = differences.filter(({ conflict }) => conflict)
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set(conflicts.map(({ key }) => key)))
  const fieldOf = (key: string): FormField | undefined => shape.form.fields.find(({ keys }) => keys.includes(key))
  const labelOf = (key: string): string => {
    const field = fieldOf(key)
    const language = field && getKeyLanguage(field, key)
    if (!language) return field?.label ?? key
    return `${field.label} – ${session.languages.find(({ tag }) => tag === language)?.label ?? language}`
  }
  const draw = (key: string, value: unknown, side: 'mine' | 'theirs'): ReactNode => (
    <span className="version">
      <MergeValue id={`merge-${key}-${side}`} field={fieldOf(key)} label={`${labelOf(key)} – ${t(side)}`} value={value} />
    </span>
  )
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
                  <span className="side-name">{t('mine')}</span> {draw(key, own, 'mine')}
                </label>
                <label>
                  <input type="radio" name={`merge-${key}`} checked={!mine.has(key)} onChange={() => choose(key, false)} />
                  <span className="side-name">{t('theirs')}</span> {draw(key, theirs, 'theirs')}
                </label>
              </>
            ) : (
              <div>
                <span className="side-name">{base === own ? t('theirs') : t('mine')}</span>{' '}
                {base === own ? draw(key, theirs, 'theirs') : draw(key, own, 'mine')}
              </div>
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

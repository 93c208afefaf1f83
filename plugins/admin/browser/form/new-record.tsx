// Dialog that creates a record which the form below it can then reference.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useMemo } from 'react'
import type { EntityShape, Session } from '../../transport/shape.js'
import { FormContext } from '../control/define.js'
import { Dialog } from '../ground/dialog.js'
import { shapeQuery } from '../ground/queries.js'
import { t } from '../wording/text.js'
import { Fields } from './fields.js'
import { useRecord } from './use-record.js'
import { fieldsOf } from './values.js'

interface NewRecordProps {
  readonly entity: string
  readonly session: Session
  /** The id of the new record, or null if cancelled. */
  readonly onEnd: (id: number | null) => void
}

function Body({ shape, session, onEnd }: Omit<NewRecordProps, 'entity'> & { readonly shape: EntityShape }): ReactNode {
  const state = useRecord(shape, null)
  // This form offers no further dialogs: three nested forms would be confusing.
  const offer = useMemo(
    () => ({ record: null, fields: fieldsOf(shape, state.form), creates: false, create: () => Promise.resolve(null) }),
    [shape, state.form],
  )
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    event.stopPropagation()
    const saved = await state.save()
    if (saved) onEnd(saved.reply.id)
  }
  return (
    <FormContext value={offer}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Fields shape={shape} session={session} state={state} prefix="new" />
        <footer>
          <button type="button" onClick={() => onEnd(null)}>
            {t('cancel')}
          </button>
          <button type="submit" className="primary" aria-disabled={state.saving}>
            {t('create')}
          </button>
        </footer>
      </form>
    </FormContext>
  )
}

export function NewRecord({ entity, ...rest }: NewRecordProps): ReactNode {
  const { data: shape } = useQuery(shapeQuery(entity))
  if (!shape) return null
  return (
    <Dialog title={t('newOf', { label: shape.label })} onClose={() => rest.onEnd(null)} wide>
      <Body shape={shape} {...rest} />
    </Dialog>
  )
}

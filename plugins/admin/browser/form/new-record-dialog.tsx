// Dialog that creates a record which the form below it can then reference.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useMemo } from 'react'
import type { EntityShape, AdminSessionReply } from '../../api/shape.js'
import { FormContext } from '../control/control-props.js'
import { Dialog } from '../base/dialog.js'
import { entityShapeQuery } from '../base/queries.js'
import { t } from '../wording/text.js'
import { RecordFields } from './record-fields.js'
import { useRecordForm } from './use-record-form.js'
import { createFormAccess } from './form-values.js'

interface NewRecordDialogProps {
  readonly entity: string
  readonly session: AdminSessionReply
  /** The id of the new record, or null if cancelled. */
  readonly onEnd: (id: number | null) => void
}

function NewRecordForm({
  shape,
  session,
  onEnd,
}: Omit<NewRecordDialogProps, 'entity'> & { readonly shape: EntityShape }): ReactNode {
  const state = useRecordForm(shape, null)
  // This form offers no further dialogs: three nested forms would be confusing.
  const offer = useMemo(
    () => ({ record: null, fields: createFormAccess(shape, state.form), creates: false, create: () => Promise.resolve(null) }),
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
        <RecordFields shape={shape} session={session} state={state} prefix="new" />
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

export function NewRecordDialog({ entity, ...rest }: NewRecordDialogProps): ReactNode {
  const { data: shape } = useQuery(entityShapeQuery(entity))
  if (!shape) return null
  return (
    <Dialog title={t('newOf', { label: shape.label })} onClose={() => rest.onEnd(null)} wide>
      <NewRecordForm shape={shape} {...rest} />
    </Dialog>
  )
}

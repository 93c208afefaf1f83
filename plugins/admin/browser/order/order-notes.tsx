// Tags and the note of the staff, changed in place. Customers see neither.
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { DocumentDetail, OrderState } from '../../api/screen-shape.js'
import { requestBody } from '../base/api.js'
import { refreshSales } from '../base/queries.js'
import { showErrorToast, showToast } from '../base/toasts.js'
import { tOrder } from './wording/order-text.js'

interface OrderNotesProps {
  readonly documentDetail: DocumentDetail
  readonly order: OrderState
}

/** False if the server refused the change. */
async function updateOrder(orderId: number, change: object): Promise<boolean> {
  try {
    await requestBody('POST', 'actions/update-order', { body: { order_id: orderId, ...change } })
    await refreshSales()
    return true
  } catch (error) {
    showErrorToast(error)
    return false
  }
}

function TagList({ documentDetail, order: { tags } }: OrderNotesProps): ReactNode {
  const [typed, setTyped] = useState('')
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const tag = typed.trim()
    if (tag !== '' && (await updateOrder(documentDetail.id, { tags: [...tags, tag] }))) setTyped('')
  }
  const remove = (tag: string): void => void updateOrder(documentDetail.id, { tags: tags.filter((other) => other !== tag) })
  return (
    <div className="field">
      <h3 id="order-tags">{tOrder('tags')}</h3>
      {tags.length === 0 && !documentDetail.may.write && <p className="quiet-text">{tOrder('noTags')}</p>}
      {tags.length > 0 && (
        <ul className="chips" aria-labelledby="order-tags">
          {tags.map((tag) => (
            <li key={tag}>
              {documentDetail.may.write ? (
                <button type="button" className="chip" aria-label={tOrder('removeTag', { tag })} onClick={() => remove(tag)}>
                  {tag} <span aria-hidden="true">×</span>
                </button>
              ) : (
                <span className="badge">{tag}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {documentDetail.may.write && (
        <form onSubmit={(event) => void add(event)}>
          <input
            type="text"
            aria-label={tOrder('addTag')}
            placeholder={tOrder('addTag')}
            title={tOrder('addTagHelp')}
            maxLength={60}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </form>
      )}
    </div>
  )
}

function StaffNote({ documentDetail, order: { staffNote } }: OrderNotesProps): ReactNode {
  const [typed, setTyped] = useState(staffNote)
  // The note of another person appears unless this person is typing one.
  useEffect(() => setTyped(staffNote), [staffNote])
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (await updateOrder(documentDetail.id, { staff_note: typed })) showToast({ text: tOrder('noteSaved') })
  }
  return (
    <form className="field" onSubmit={(event) => void save(event)}>
      <label htmlFor="staff-note">{tOrder('staffNote')}</label>
      <textarea
        id="staff-note"
        rows={2}
        readOnly={!documentDetail.may.write}
        aria-describedby="staff-note-help"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p className="help" id="staff-note-help">
        {tOrder('staffNoteHelp')}
      </p>
      {typed !== staffNote && (
        <div className="buttons">
          <button type="submit">{tOrder('saveNote')}</button>
        </div>
      )}
    </form>
  )
}

export function OrderNotesSection(props: OrderNotesProps): ReactNode {
  return (
    <section className="card" aria-labelledby="staff">
      <h2 id="staff">{tOrder('staff')}</h2>
      <StaffNote {...props} />
      <TagList {...props} />
    </section>
  )
}

// The shoppers who wait for a person, and the dialog that answers them.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ContactRequest as Row } from '../../api/advisor.js'
import { FormInput, SmallForm } from '../account/small-form.js'
import { requestBody, ApiError } from '../base/api.js'
import { askConfirmation, Dialog } from '../base/dialog.js'
import { queryClient } from '../base/queries.js'
import { Link } from '../base/routing.js'
import { toRecordPath, type ScreenProps } from '../base/screen-location.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { FailureMessage } from '../shell/failure-message.js'
import { canWriteScreen } from '../table/table-screen.js'
import { formatTime, t } from '../wording/text.js'
import { ConversationShopper, tAdvisor } from './conversation-facts.js'

/** Refreshes everything that shows waiting shoppers. */
const refreshWaitingShoppers = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'advisor' || queryKey[0] === 'dashboard' })

/** Errors about the whole request belong to no field of the form. */
async function sendDecision(row: Row, decision: object): Promise<void> {
  try {
    await requestBody('POST', 'actions/decide-outreach', { body: { outreach_id: row.id, ...decision } })
  } catch (error) {
    const about = error instanceof ApiError ? error.issues.find(({ field }) => field === 'outreach_id') : undefined
    throw about ? new Error(about.message) : error
  }
}

/** The address for the reply. null if the shopper cannot receive mail. */
const getReplyAddress = ({ email, customer }: Row): string | null =>
  email === '' ? (customer === null ? null : tAdvisor('accountAddress')) : email

function AnswerDialog({ row, onClose }: { readonly row: Row; readonly onClose: () => void }): ReactNode {
  const send = async ({ subject = '', text = '' }: Readonly<Record<string, string>>): Promise<void> => {
    await sendDecision(row, { approve: true, subject, text })
    showToast({ text: tAdvisor('mailed') })
    onClose()
    await refreshWaitingShoppers()
  }
  return (
    <Dialog title={tAdvisor('answerTitle', { who: getReplyAddress(row) ?? '' })} onClose={onClose} wide>
      <p>{tAdvisor('answerLead')}</p>
      {row.note !== '' && <p className="note">{row.note}</p>}
      <SmallForm button={tAdvisor('approve')} onSend={send} onCancel={{ label: t('cancel'), run: onClose }}>
        <FormInput name="subject" label={tAdvisor('subject')} />
        <FormInput name="text" label={tAdvisor('text')} long />
      </SmallForm>
    </Dialog>
  )
}

interface WaitingShopperProps extends ScreenProps {
  readonly row: Row
  readonly onAnswer: () => void
}

function WaitingShopper({ row, onAnswer, ...props }: WaitingShopperProps): ReactNode {
  const { conversation, email, phone, note, customer, created } = row
  const name = tAdvisor('talk', { id: String(conversation) })
  const writes = canWriteScreen(props, 'advisor')
  const address = getReplyAddress(row)
  const decline = async (): Promise<void> => {
    if (
      !(await askConfirmation({
        title: tAdvisor('declineTitle'),
        text: tAdvisor('declineText'),
        yes: tAdvisor('decline'),
        destructive: true,
      }))
    )
      return
    try {
      await sendDecision(row, { approve: false })
      showToast({ text: tAdvisor('declined') })
    } catch (error) {
      showErrorToast(error)
    }
    await refreshWaitingShoppers()
  }
  return (
    <li className="wait">
      <h2>
        <Link to={toRecordPath('chat-conversation', conversation)} label={`${tAdvisor('openTalk')}: ${name}`}>
          {name}
        </Link>
      </h2>
      <p className="quiet-text">
        <ConversationShopper customer={customer} session={props.session} /> · {row.language} ·{' '}
        {tAdvisor('asksSince', { at: formatTime(created) })}
      </p>
      <p>{[email, phone].filter((text) => text !== '').join(', ')}</p>
      {note !== '' && <p className="note">{note}</p>}
      {address === null && <p>{tAdvisor('noAddress')}</p>}
      {writes && (
        <div className="buttons">
          {address !== null && (
            <button type="button" className="primary" aria-label={`${tAdvisor('answerIt')}: ${name}`} onClick={onAnswer}>
              {tAdvisor('answerIt')}
            </button>
          )}
          <button type="button" className="danger" aria-label={`${tAdvisor('decline')}: ${name}`} onClick={() => void decline()}>
            {tAdvisor('decline')}
          </button>
        </div>
      )}
    </li>
  )
}

/** Shoppers who asked for a person. Staff answers each with one mail, or declines. */
export function WaitingShoppers(props: ScreenProps): ReactNode {
  const [open, setOpen] = useState<Row | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['advisor', 'waiting'],
    queryFn: ({ signal }) => requestBody<readonly Row[]>('GET', 'advisor/waiting', { signal }),
  })
  if (error && !data) return <FailureMessage error={error} retry={() => void refetch()} />
  return (
    <section className="card" aria-label={tAdvisor('waiting')}>
      <p className="quiet-text">{tAdvisor('waitingLead')}</p>
      {!data && <p className="loading">{t('loading')}</p>}
      {data?.length === 0 && <p>{tAdvisor('noneWaiting')}</p>}
      {data && data.length > 0 && (
        <ul className="plain">
          {data.map((row) => (
            <WaitingShopper key={row.id} row={row} {...props} onAnswer={() => setOpen(row)} />
          ))}
        </ul>
      )}
      {open && <AnswerDialog row={open} onClose={() => setOpen(null)} />}
    </section>
  )
}

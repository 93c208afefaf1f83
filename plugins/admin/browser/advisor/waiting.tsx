// Shoppers who asked for a person. Staff answers each with one mail, or declines.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Waiting as Row } from '../../transport/advisor-shape.js'
import { Input, SmallForm } from '../account/small-form.js'
import { recordPath } from '../ground/address.js'
import { ask } from '../ground/api.js'
import { confirm, Dialog } from '../ground/dialog.js'
import { Problem } from '../ground/problem.js'
import { client } from '../ground/queries.js'
import { Link } from '../ground/routing.js'
import { tell, tellFailure } from '../ground/toasts.js'
import { Failure } from '../shell/failure.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { mayWrite } from '../table/table-screen.js'
import { moment, t } from '../wording/text.js'
import { Who } from './who.js'
import { say } from './wording/say.js'

/** Refreshes everything that shows waiting shoppers. */
const decided = (): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'advisor' || queryKey[0] === 'dashboard' })

/** Errors about the whole request belong to no field of the form. */
async function decide(row: Row, decision: object): Promise<void> {
  try {
    await ask('POST', 'actions/decide-outreach', { body: { outreach_id: row.id, ...decision } })
  } catch (error) {
    const about = error instanceof Problem ? error.issues.find(({ field }) => field === 'outreach_id') : undefined
    throw about ? new Error(about.message) : error
  }
}

/** The address for the reply. null if the shopper cannot receive mail. */
const addressOf = ({ email, customer }: Row): string | null =>
  email === '' ? (customer === null ? null : say('accountAddress')) : email

function Answer({ row, onClose }: { readonly row: Row; readonly onClose: () => void }): ReactNode {
  const send = async ({ subject = '', text = '' }: Readonly<Record<string, string>>): Promise<void> => {
    await decide(row, { approve: true, subject, text })
    tell({ text: say('mailed') })
    onClose()
    await decided()
  }
  return (
    <Dialog title={say('answerTitle', { who: addressOf(row) ?? '' })} onClose={onClose} wide>
      <p>{say('answerLead')}</p>
      {row.note !== '' && <p className="note">{row.note}</p>}
      <SmallForm button={say('approve')} onSend={send} onCancel={{ label: t('cancel'), run: onClose }}>
        <Input name="subject" label={say('subject')} />
        <Input name="text" label={say('text')} long />
      </SmallForm>
    </Dialog>
  )
}

interface OneProps extends ScreenProps {
  readonly row: Row
  readonly onAnswer: () => void
}

function One({ row, onAnswer, ...props }: OneProps): ReactNode {
  const { conversation, email, phone, note, customer, created } = row
  const name = say('talk', { id: String(conversation) })
  const writes = mayWrite(props, 'advisor')
  const address = addressOf(row)
  const decline = async (): Promise<void> => {
    if (!(await confirm({ title: say('declineTitle'), text: say('declineText'), yes: say('decline'), destructive: true }))) return
    try {
      await decide(row, { approve: false })
      tell({ text: say('declined') })
    } catch (error) {
      tellFailure(error)
    }
    await decided()
  }
  return (
    <li className="wait">
      <h2>
        <Link to={recordPath('chat-conversation', conversation)} label={`${say('openTalk')}: ${name}`}>
          {name}
        </Link>
      </h2>
      <p className="quiet-text">
        <Who customer={customer} session={props.session} /> · {row.language} · {say('asksSince', { at: moment(created) })}
      </p>
      <p>{[email, phone].filter((text) => text !== '').join(', ')}</p>
      {note !== '' && <p className="note">{note}</p>}
      {address === null && <p>{say('noAddress')}</p>}
      {writes && (
        <div className="buttons">
          {address !== null && (
            <button type="button" className="primary" aria-label={`${say('answerIt')}: ${name}`} onClick={onAnswer}>
              {say('answerIt')}
            </button>
          )}
          <button type="button" className="danger" aria-label={`${say('decline')}: ${name}`} onClick={() => void decline()}>
            {say('decline')}
          </button>
        </div>
      )}
    </li>
  )
}

export function Waiting(props: ScreenProps): ReactNode {
  const [open, setOpen] = useState<Row | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['advisor', 'waiting'],
    queryFn: ({ signal }) => ask<readonly Row[]>('GET', 'advisor/waiting', { signal }),
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  return (
    <section className="card" aria-label={say('waiting')}>
      <p className="quiet-text">{say('waitingLead')}</p>
      {!data && <p className="loading">{t('loading')}</p>}
      {data?.length === 0 && <p>{say('noneWaiting')}</p>}
      {data && data.length > 0 && (
        <ul className="plain">
          {data.map((row) => (
            <One key={row.id} row={row} {...props} onAnswer={() => setOpen(row)} />
          ))}
        </ul>
      )}
      {open && <Answer row={open} onClose={() => setOpen(null)} />}
    </section>
  )
}

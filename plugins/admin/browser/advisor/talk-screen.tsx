// One advisor conversation: its turns, its lessons, recommended products, and the shop's reply.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TalkDesk } from '../../transport/advisor-shape.js'
import { recordPath } from '../ground/address.js'
import { ask } from '../ground/api.js'
import { Link } from '../ground/routing.js'
import { useTitle } from '../ground/title.js'
import { Failure } from '../shell/failure.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptAdvisorStyle } from '../style/advisor.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptSalesStyle } from '../style/sales.js'
import { moment, number, t } from '../wording/text.js'
import { Thread } from './thread.js'
import { costOf, mayRead, State, Who } from './who.js'
import { many, say } from './wording/say.js'
import { type FactEntries, FactList } from '../ground/fact-list.js'

adoptFormStyle()
adoptSalesStyle()
adoptAdvisorStyle()

interface TalkScreenProps extends ScreenProps {
  readonly id: number
}

/** Milliseconds until a conversation with a pending answer is read again. */
const soon = 3_000

const answeredAs = {
  proposed: 'outreach_proposed',
  sent: 'outreach_sent',
  declined: 'outreach_declined',
} as const

function Side({
  title,
  empty,
  children,
}: {
  readonly title: string
  readonly empty: string
  readonly children: readonly ReactNode[]
}): ReactNode {
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      {children.length === 0 ? <p className="quiet-text">{empty}</p> : children}
    </section>
  )
}

export function TalkScreen({ id, session }: TalkScreenProps): ReactNode {
  const title = say('talk', { id: String(id) })
  useTitle(title)
  const {
    data: talk,
    error,
    refetch,
  } = useQuery({
    queryKey: ['advisor', 'talk', id],
    queryFn: ({ signal }) => ask<TalkDesk>('GET', `advisor/conversations/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.pending ? soon : false),
  })
  if (error && !talk) return <Failure error={error} retry={() => void refetch()} />
  if (!talk) return <p className="loading">{t('loading')}</p>
  const facts: FactEntries = [
    [say('shopper'), <Who key="who" customer={talk.customer} session={session} />],
    [say('language'), talk.language],
    [say('turns'), number(talk.turns)],
    [say('cost'), `${costOf(talk)}, ${many('calls', talk.calls)}`],
    [say('lastWord'), moment(talk.lastActivity)],
  ]
  return (
    <div className="page advisor">
      <header className="page-head">
        <div className="head-words">
          <nav aria-label={t('youAreHere')} className="crumbs">
            <Link to="advisor">{say('title')}</Link>
          </nav>
          <h1>
            {title} <State {...talk} />
          </h1>
        </div>
      </header>
      <p className="lead">{say('began', { at: moment(talk.started) })}</p>
      <div className="desk">
        <section className="desk-main" aria-label={say('thread')}>
          <Thread entries={talk.entries} language={talk.language} session={session} />
        </section>
        <div className="desk-side">
          <section className="card" aria-label={say('figures')}>
            <FactList facts={facts} />
          </section>
          <Side title={say('recommended')} empty={say('noneRecommended')}>
            {talk.recommended.map(({ product, reason, created }, at) => {
              const name = product === null ? '' : product.title || `#${product.id}`
              return (
                <p key={at}>
                  {product !== null && mayRead(session, 'catalog') ? (
                    <Link to={recordPath('product', product.id)}>{name}</Link>
                  ) : (
                    name
                  )}
                  {reason === '' ? '' : `: ${reason}`} <span className="quiet-text">{moment(created)}</span>
                </p>
              )
            })}
          </Side>
          <Side title={say('reviews')} empty={say('noReviews')}>
            {talk.reviews.map(({ lessons, model, created }, at) => (
              <div key={at}>
                <p className="lessons" dir="auto">
                  {lessons}
                </p>
                <p className="quiet-text">{say('byModel', { model, at: moment(created) })}</p>
              </div>
            ))}
          </Side>
          <Side title={say('outreach')} empty={say('noOutreach')}>
            {talk.outreach.map(({ id: number_, status, created }) => (
              <p key={number_}>
                {Object.hasOwn(answeredAs, status) ? say(answeredAs[status as keyof typeof answeredAs]) : status}{' '}
                <span className="quiet-text">{moment(created)}</span>
                {status === 'proposed' && (
                  <>
                    {' '}
                    <Link to="advisor?part=waiting">{say('answerIt')}</Link>
                  </>
                )}
              </p>
            ))}
          </Side>
          <p>
            <Link to={`${recordPath('chat-conversation', id)}?fields=1`}>{t('allFields')}</Link>
          </p>
        </div>
      </div>
    </div>
  )
}

// One advisor conversation: its turns, its lessons, recommended products, and the shop's reply.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConversationDetail } from '../../api/advisor-shape.js'
import { toRecordPath } from '../base/screen-location.js'
import { requestBody } from '../base/api.js'
import { Link } from '../base/routing.js'
import { useWindowTitle } from '../base/window-title.js'
import { FailureMessage } from '../shell/failure-message.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptAdvisorStyle } from '../style/advisor.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptSalesStyle } from '../style/sales.js'
import { formatTime, formatNumber, t } from '../wording/text.js'
import { ConversationTranscript } from './conversation-transcript.js'
import { formatConversationCost, canReadArea, ConversationStateBadges, ConversationShopper } from './conversation-facts.js'
import { tAdvisor } from './wording/advisor-text.js'
import { type FactEntries, FactList } from '../base/fact-list.js'

adoptFormStyle()
adoptSalesStyle()
adoptAdvisorStyle()

interface ConversationScreenProps extends ScreenProps {
  readonly id: number
}

/** Milliseconds until a conversation with a pending answer is read again. */
const pendingRefreshDelay = 3_000

const outreachTextKeys = {
  proposed: 'outreachProposed',
  sent: 'outreachSent',
  declined: 'outreachDeclined',
} as const

function ConversationSection({
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

export function ConversationScreen({ id, session }: ConversationScreenProps): ReactNode {
  const title = tAdvisor('talk', { id: String(id) })
  useWindowTitle(title)
  const {
    data: talk,
    error,
    refetch,
  } = useQuery({
    queryKey: ['advisor', 'talk', id],
    queryFn: ({ signal }) => requestBody<ConversationDetail>('GET', `advisor/conversations/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.pending ? pendingRefreshDelay : false),
  })
  if (error && !talk) return <FailureMessage error={error} retry={() => void refetch()} />
  if (!talk) return <p className="loading">{t('loading')}</p>
  const facts: FactEntries = [
    [tAdvisor('shopper'), <ConversationShopper key="who" customer={talk.customer} session={session} />],
    [tAdvisor('language'), talk.language],
    [tAdvisor('turns'), formatNumber(talk.turns)],
    [tAdvisor('cost'), `${formatConversationCost(talk)}, ${tAdvisor('calls', { count: talk.calls })}`],
    [tAdvisor('lastWord'), formatTime(talk.lastActivity)],
  ]
  return (
    <div className="page advisor">
      <header className="page-head">
        <div className="head-words">
          <nav aria-label={t('youAreHere')} className="crumbs">
            <Link to="advisor">{tAdvisor('title')}</Link>
          </nav>
          <h1>
            {title} <ConversationStateBadges {...talk} />
          </h1>
        </div>
      </header>
      <p className="lead">{tAdvisor('began', { at: formatTime(talk.started) })}</p>
      <div className="desk">
        <section className="desk-main" aria-label={tAdvisor('thread')}>
          <ConversationTranscript entries={talk.entries} language={talk.language} session={session} />
        </section>
        <div className="desk-side">
          <section className="card" aria-label={tAdvisor('figures')}>
            <FactList facts={facts} />
          </section>
          <ConversationSection title={tAdvisor('recommended')} empty={tAdvisor('noneRecommended')}>
            {talk.recommended.map(({ product, reason, created }, at) => {
              const name = product === null ? '' : product.title || `#${product.id}`
              return (
                <p key={at}>
                  {product !== null && canReadArea(session, 'catalog') ? (
                    <Link to={toRecordPath('product', product.id)}>{name}</Link>
                  ) : (
                    name
                  )}
                  {reason === '' ? '' : `: ${reason}`} <span className="quiet-text">{formatTime(created)}</span>
                </p>
              )
            })}
          </ConversationSection>
          <ConversationSection title={tAdvisor('reviews')} empty={tAdvisor('noReviews')}>
            {talk.reviews.map(({ lessons, model, created }, at) => (
              <div key={at}>
                <p className="lessons" dir="auto">
                  {lessons}
                </p>
                <p className="quiet-text">{tAdvisor('byModel', { model, at: formatTime(created) })}</p>
              </div>
            ))}
          </ConversationSection>
          <ConversationSection title={tAdvisor('outreach')} empty={tAdvisor('noOutreach')}>
            {talk.outreach.map(({ id: number_, status, created }) => (
              <p key={number_}>
                {Object.hasOwn(outreachTextKeys, status)
                  ? tAdvisor(outreachTextKeys[status as keyof typeof outreachTextKeys])
                  : status}{' '}
                <span className="quiet-text">{formatTime(created)}</span>
                {status === 'proposed' && (
                  <>
                    {' '}
                    <Link to="advisor?part=waiting">{tAdvisor('answerIt')}</Link>
                  </>
                )}
              </p>
            ))}
          </ConversationSection>
          <p>
            <Link to={`${toRecordPath('chat-conversation', id)}?fields=1`}>{t('allFields')}</Link>
          </p>
        </div>
      </div>
    </div>
  )
}

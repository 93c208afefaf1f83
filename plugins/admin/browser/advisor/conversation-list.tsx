// All advisor conversations, the most recently active first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ConversationPage, StaffConversationRow } from '../../api/advisor-shape.js'
import { toRecordPath } from '../base/screen-location.js'
import { requestBody } from '../base/api.js'
import { Link } from '../base/routing.js'
import { FailureMessage } from '../shell/failure-message.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { DataTable } from '../table/table-screen.js'
import { formatTime, formatNumber, t } from '../wording/text.js'
import { formatConversationCost, speakerTextKeys, ConversationStateBadges, ConversationShopper } from './conversation-facts.js'
import { tAdvisor } from './wording/advisor-text.js'

const stateTextKeys = { all: 'allTalks', open: 'openTalks', person: 'personTalks' } as const
type ConversationFilter = keyof typeof stateTextKeys

function LastMessage({ talk: { id, last } }: { readonly talk: StaffConversationRow }): ReactNode {
  const words = last === null || last.text === '' ? tAdvisor('nothingSaid') : last.text
  return (
    <>
      <Link to={toRecordPath('chat-conversation', id)} className="opens">
        {words}
      </Link>
      {last && <p className="quiet-text">{tAdvisor(speakerTextKeys[last.role])}</p>}
    </>
  )
}

export function ConversationList({ session }: ScreenProps): ReactNode {
  const [state, setState] = useState<ConversationFilter>('all')
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: ['advisor', 'talks', state, offset],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      requestBody<ConversationPage>('GET', `advisor/conversations?offset=${offset}${state === 'all' ? '' : `&state=${state}`}`, {
        signal,
      }),
  })
  const show = (filter: ConversationFilter): void => {
    setState(filter)
    setOffset(0)
  }
  if (error && !data) return <FailureMessage error={error} retry={() => void refetch()} />
  const { talks = [], total = 0 } = data ?? {}
  return (
    <>
      <div className="toolbar" role="group" aria-label={tAdvisor('which')}>
        {(Object.keys(stateTextKeys) as ConversationFilter[]).map((name) => (
          <button key={name} type="button" aria-pressed={state === name} onClick={() => show(name)}>
            {tAdvisor(stateTextKeys[name])}
          </button>
        ))}
      </div>
      {!data && <p className="loading">{t('loading')}</p>}
      {data && (
        <DataTable<StaffConversationRow>
          label={tAdvisor('talks')}
          rows={talks}
          keyOf={({ id }) => id}
          head={{ label: tAdvisor('lastSaid'), cell: (talk) => <LastMessage talk={talk} /> }}
          columns={[
            { label: t('state'), cell: (talk) => <ConversationStateBadges {...talk} /> },
            { label: tAdvisor('shopper'), cell: ({ customer }) => <ConversationShopper customer={customer} session={session} /> },
            { label: tAdvisor('language'), cell: ({ language }) => language },
            { label: tAdvisor('turns'), cell: ({ turns }) => formatNumber(turns) },
            { label: tAdvisor('cost'), cell: formatConversationCost },
            { label: tAdvisor('lastWord'), cell: ({ lastActivity }) => formatTime(lastActivity) },
            { label: tAdvisor('reviews'), cell: ({ reviewed }) => (reviewed ? tAdvisor('reviewed') : '') },
          ]}
          empty={tAdvisor(state === 'all' ? 'noTalks' : 'noneSuch')}
        />
      )}
      {total > talks.length && (
        <nav className="buttons" aria-label={t('pages')}>
          {offset > 0 && (
            <button type="button" onClick={() => setOffset(0)}>
              {t('newest')}
            </button>
          )}
          {offset + talks.length < total && (
            <button type="button" onClick={() => setOffset(offset + talks.length)}>
              {t('older')}
            </button>
          )}
        </nav>
      )}
    </>
  )
}

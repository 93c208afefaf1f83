// All advisor conversations, the most recently active first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TalkPage, TalkRow } from '../../transport/advisor-shape.js'
import { recordPath } from '../ground/address.js'
import { ask } from '../ground/api.js'
import { Link } from '../ground/routing.js'
import { Failure } from '../shell/failure.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { Table } from '../table/table-screen.js'
import { moment, number, t } from '../wording/text.js'
import { costOf, speakers, State, Who } from './who.js'
import { say } from './wording/say.js'

const states = { all: 'allTalks', open: 'openTalks', person: 'personTalks' } as const
type Wanted = keyof typeof states

function LastWords({ talk: { id, last } }: { readonly talk: TalkRow }): ReactNode {
  const words = last === null || last.text === '' ? say('nothingSaid') : last.text
  return (
    <>
      <Link to={recordPath('chat-conversation', id)} className="opens">
        {words}
      </Link>
      {last && <p className="quiet-text">{say(speakers[last.role])}</p>}
    </>
  )
}

export function Talks({ session }: ScreenProps): ReactNode {
  const [state, setState] = useState<Wanted>('all')
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: ['advisor', 'talks', state, offset],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      ask<TalkPage>('GET', `advisor/conversations?offset=${offset}${state === 'all' ? '' : `&state=${state}`}`, { signal }),
  })
  const show = (wanted: Wanted): void => {
    setState(wanted)
    setOffset(0)
  }
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  const { talks = [], total = 0 } = data ?? {}
  return (
    <>
      <div className="toolbar" role="group" aria-label={say('which')}>
        {(Object.keys(states) as Wanted[]).map((name) => (
          <button key={name} type="button" aria-pressed={state === name} onClick={() => show(name)}>
            {say(states[name])}
          </button>
        ))}
      </div>
      {!data && <p className="loading">{t('loading')}</p>}
      {data && (
        <Table<TalkRow>
          label={say('talks')}
          rows={talks}
          keyOf={({ id }) => id}
          head={{ label: say('lastSaid'), cell: (talk) => <LastWords talk={talk} /> }}
          columns={[
            { label: t('state'), cell: (talk) => <State {...talk} /> },
            { label: say('shopper'), cell: ({ customer }) => <Who customer={customer} session={session} /> },
            { label: say('language'), cell: ({ language }) => language },
            { label: say('turns'), cell: ({ turns }) => number(turns) },
            { label: say('cost'), cell: costOf },
            { label: say('lastWord'), cell: ({ lastActivity }) => moment(lastActivity) },
            { label: say('reviews'), cell: ({ reviewed }) => (reviewed ? say('reviewed') : '') },
          ]}
          empty={say(state === 'all' ? 'noTalks' : 'noneSuch')}
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

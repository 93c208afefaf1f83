// The advisor's screen: conversations, waiting shoppers, reports, and the state of its vendor.
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { AdvisorState } from '../../transport/advisor-shape.js'
import { ask } from '../ground/api.js'
import { goQuery, useWay } from '../ground/routing.js'
import { useTitle } from '../ground/title.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptAdvisorStyle } from '../style/advisor.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptListStyle } from '../style/list.js'
import { adoptSalesStyle } from '../style/sales.js'
import { number } from '../wording/text.js'
import { Learnt } from './learnt.js'
import { Standing } from './standing.js'
import { Talks } from './talks.js'
import { Waiting } from './waiting.js'
import { say } from './wording/say.js'

adoptFormStyle()
adoptListStyle()
adoptSalesStyle()
adoptAdvisorStyle()

const parts: Readonly<Record<'talks' | 'waiting' | 'report' | 'vendor', ComponentType<ScreenProps>>> = {
  talks: Talks,
  waiting: Waiting,
  report: Learnt,
  vendor: Standing,
}
type Part = keyof typeof parts
const names = Object.keys(parts) as Part[]

export function AdvisorScreen(props: ScreenProps): ReactNode {
  useTitle(say('title'))
  const { query } = useWay()
  const wanted = new URLSearchParams(query).get('part')
  const part = names.find((name) => name === wanted) ?? 'talks'
  const { data } = useQuery({
    queryKey: ['advisor', 'state'],
    queryFn: ({ signal }) => ask<AdvisorState>('GET', 'advisor', { signal }),
  })
  const Shown = parts[part]
  return (
    <div className="page wide advisor">
      <header className="page-head">
        <h1>{say('title')}</h1>
        {data && <span className="badge">{data.lacks.length === 0 ? say('answering') : say('silent')}</span>}
      </header>
      <p className="lead">{say('lead')}</p>
      <nav className="language-tabs" aria-label={say('parts')}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === part ? 'page' : undefined}
            onClick={() => goQuery(new URLSearchParams({ part: name }), false)}
          >
            {say(name)}
            {name === 'waiting' && data && data.waiting > 0 ? ` (${number(data.waiting)})` : ''}
          </button>
        ))}
      </nav>
      <Shown {...props} />
    </div>
  )
}

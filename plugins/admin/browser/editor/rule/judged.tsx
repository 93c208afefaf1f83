// Check results of a rule: its meaning in words, the number of remaining configurations, and warnings.
import type { ReactNode } from 'react'
import type { RuleJudged } from '../../../transport/editor/shape.js'
import { spoken } from '../../wording/text.js'
import { say } from '../wording/say.js'
import type { Judgement } from './use-judged-rule.js'

/** Groups the digits of a number of any length. */
const digits = (text: string): string => BigInt(text).toLocaleString(spoken.get())

function countInWords({ withRule, withoutRule }: NonNullable<RuleJudged['counts']>): string {
  if (!withRule) return say('notCounted')
  const places = { with: digits(withRule.configurations), without: digits(withoutRule?.configurations ?? '0') }
  if (!withRule.exact) return say('countLeavesAtLeast', places)
  if (withRule.configurations === '0') return say('countNone')
  if (!withoutRule?.exact) return say('countLeavesAtLeast', places)
  return say(withRule.configurations === withoutRule.configurations ? 'countSame' : 'countLeaves', places)
}

export function JudgedRule({
  words,
  judgement,
  isNew,
}: {
  readonly words: string
  readonly judgement: Judgement
  readonly isNew: boolean
}): ReactNode {
  const { judged, isAsking } = judgement
  const counted = judged?.counts ? countInWords(judged.counts) : isNew && judged?.issues.length === 0 ? say('countLater') : ''
  return (
    <div className="rule-judged">
      <p>
        <span className="quiet-text">{say('inWords')}: </span>
        <span dir="auto">{words}</span>
      </p>
      <p className="quiet-text" role="status" aria-busy={isAsking}>
        {isAsking ? say('counting') : counted}
      </p>
      {!isAsking && judged && judged.findings.length > 0 && (
        <ul className="rule-findings">
          {judged.findings.map(({ kind, message }) => (
            <li key={`${kind} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

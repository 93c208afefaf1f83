// The rule editor: conditions as rows above, the same rule as text below, and its meaning and check results next to it.
import { type ComponentType, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { ControlProps } from '../../control/define.js'
import { JsonControl } from '../../control/json.js'
import type { EditorProduct } from '../product.js'
import { adoptEditorStyle } from '../style.js'
import { CompletingText } from '../text/completing-text.js'
import type { TextProblem } from '../text/define.js'
import { lineOffers } from '../text/line-offers.js'
import { WithProduct } from '../with-product.js'
import { say } from '../wording/say.js'
import { retold } from '../wording/retold.js'
import { ArgumentControl } from './argument.js'
import { JudgedRule } from './judged.js'
import { isComplete } from './left.js'
import { AddButtons, RuleParts } from './rule-group.js'
import { readRuleText, spellRule } from './text.js'
import { conditionsOf, nodeAt, readTree, type RuleTree, writeTree } from './tree.js'
import { useJudgedRule } from './use-judged-rule.js'
import { ruleInWords } from './words.js'

const none: RuleTree = { not: false, root: null }

interface State {
  /** null while the text is not a rule that the rows can show. */
  readonly tree: RuleTree | null
  readonly text: string
  readonly isJson: boolean
  readonly problem: TextProblem | null
}

function Editor({ product, ...props }: ControlProps & { readonly product: EditorProduct }): ReactNode {
  const { value, onChange, disabled = false, label } = props
  const { names } = product
  const stateOf = (rule: unknown): State => {
    const read = typeof rule === 'string' ? readRuleText(rule, names) : { rule }
    const problem = 'problem' in read ? read.problem : null
    return { tree: problem ? null : readTree(rule), ...spellRule(rule, names), problem }
  }
  const [state, setState] = useState(() => stateOf(value))
  const told = useRef(value)
  useEffect(() => {
    // Only for a merged or reloaded version, not after typing here.
    if (value !== told.current && JSON.stringify(value ?? null) !== JSON.stringify(told.current ?? null)) setState(stateOf(value))
    told.current = value
  }, [value])
  const tell = (rule: unknown): void => {
    told.current = rule
    onChange(rule)
  }
  function setTree(tree: RuleTree): void {
    const rule = writeTree(tree)
    const open = conditionsOf(tree.root).some(({ shape }) => !isComplete(shape))
    // Text cannot express incomplete conditions, so it is updated only when all are complete.
    setState({ tree, ...(open ? { text: state.text, isJson: state.isJson } : spellRule(rule, names)), problem: null })
    tell(rule)
  }
  function setText(text: string): void {
    const read = readRuleText(text, names)
    if ('problem' in read) {
      setState({ ...state, text, problem: read.problem })
      // Passed on unchanged. The server refuses it, and the input is not lost.
      tell(text)
      return
    }
    setState({ tree: readTree(read.rule), text, isJson: text.trimStart().startsWith('{'), problem: null })
    tell(read.rule)
  }
  const { tree, problem } = state
  const conditions = conditionsOf(tree?.root ?? null)
  const isOpen = conditions.some(({ shape }) => !isComplete(shape))
  const rule = problem ? null : tree ? writeTree(tree) : value
  const judgement = useJudgedRule(product.place, rule, !disabled && !problem && !isOpen && rule !== null)
  const complete = useMemo(() => lineOffers(product, 'rule'), [product])
  const issues = judgement.isAsking ? [] : (judgement.judged?.issues ?? [])
  const wrong = new Map(
    issues.flatMap(({ path, message }) => {
      const node = tree && nodeAt(tree, path)
      return node ? [[node.key, retold(message)] as const] : []
    }),
  )
  const elsewhere = issues.filter(({ path }) => !tree || !nodeAt(tree, path))
  const isRaw = tree === null && !problem
  const parts = { tree: tree ?? none, product, onTree: setTree, disabled, wrong }
  return (
    <div
      className="rule-editor"
      role="group"
      id={props.id}
      tabIndex={-1}
      aria-label={label}
      aria-describedby={props.describedBy}
      onBlur={props.onBlur}
    >
      {isRaw && (
        <div className="rule-raw">
          <p>{say('rawRule')}</p>
          {!disabled && (
            <button type="button" onClick={() => setTree(none)}>
              {say('startAnew')}
            </button>
          )}
        </div>
      )}
      {tree && (
        <div className="rule-sentences">
          {tree.root === null ? (
            <p>
              <strong>{say('always')}</strong> <span className="quiet-text">{say('alwaysHelp')}</span>
            </p>
          ) : (
            <select
              aria-label={say('ruleSense')}
              value={String(tree.not)}
              disabled={disabled}
              onChange={(event) => setTree({ ...tree, not: event.target.value === 'true' })}
            >
              <option value="false">{say('appliesWhen')}</option>
              <option value="true">{say('appliesUnless')}</option>
            </select>
          )}
          <RuleParts {...parts} />
          {!disabled && (
            <div className="buttons">
              {tree.root?.kind !== 'group' && <AddButtons {...parts} group={null} />}
              {tree.root !== null && (
                <button type="button" className="quiet" onClick={() => setTree(none)}>
                  {say('removeRule')}
                </button>
              )}
            </div>
          )}
          {isOpen && <p className="quiet-text">{say('incomplete')}</p>}
        </div>
      )}
      <div className="rule-as-text">
        <p className="label" aria-hidden="true">
          {say('textForm')}
        </p>
        <CompletingText
          label={`${label}: ${say('textForm')}`}
          value={state.text}
          onChange={setText}
          complete={complete}
          problem={problem ? { ...problem, message: problem.message } : null}
          disabled={disabled || (isRaw && state.text.includes('"raw"'))}
          invalid={props.invalid}
        />
        {!disabled && <p className="help">{say(state.isJson ? 'textIsJson' : 'textFormHelp')}</p>}
      </div>
      {elsewhere.map(({ path, message }) => (
        <p key={path + message} className="wrong">
          {path === '' ? retold(message) : say('issueAt', { place: path, message: retold(message) })}
        </p>
      ))}
      {tree && !problem && (
        <JudgedRule words={ruleInWords(tree, product)} judgement={judgement} isNew={product.place.id === null} />
      )}
    </div>
  )
}

/** The control for a rule. JSON text if the record has no product. */
export function RuleEditor({ argument, ...props }: ControlProps & { readonly argument: ComponentType<ControlProps> }): ReactNode {
  adoptEditorStyle()
  return (
    <ArgumentControl value={argument}>
      <WithProduct otherwise={<JsonControl {...props} />}>{(product) => <Editor {...props} product={product} />}</WithProduct>
    </ArgumentControl>
  )
}

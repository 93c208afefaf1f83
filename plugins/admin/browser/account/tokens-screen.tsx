// API tokens: made with the rights that a program needs, shown once, and revoked.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { MintedToken, TokenRow } from '../../transport/shape.js'
import { ask } from '../ground/api.js'
import { confirm, Dialog } from '../ground/dialog.js'
import { Icon } from '../ground/icon.js'
import { useTitle } from '../ground/title.js'
import { tellFailure } from '../ground/toasts.js'
import { Failure } from '../shell/failure.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptListStyle } from '../style/list.js'
import { moment, t } from '../wording/text.js'
import { Once } from './once.js'
import { noRights, ScopeChoice } from './scope-choice.js'
import { Input, SmallForm } from './small-form.js'

adoptFormStyle()
adoptListStyle()

function Mint({ onClose, onMinted }: { readonly onClose: () => void; readonly onMinted: () => void }): ReactNode {
  const [rights, setRights] = useState(noRights)
  const [minted, setMinted] = useState<MintedToken | null>(null)
  return (
    <Dialog title={t('mintToken')} onClose={onClose}>
      {minted ? (
        <Once label={t('tokenOnce')} secret={minted.token} />
      ) : (
        <SmallForm
          button={t('mint')}
          onCancel={{ label: t('cancel'), run: onClose }}
          onSend={async ({ name, expires }) => {
            const { preset, scopes } = rights
            const body = {
              name,
              ...(preset !== '' && { preset }),
              ...(scopes.length > 0 && { scopes }),
              ...(expires && { expires }),
            }
            setMinted(await ask<MintedToken>('POST', 'tokens', { body }))
            onMinted()
          }}
        >
          <Input name="name" label={t('name')} />
          <ScopeChoice value={rights} onChange={setRights} />
          <Input name="expires" label={t('expires')} type="date" optional />
        </SmallForm>
      )}
    </Dialog>
  )
}

function stateOf({ revoked, expires }: TokenRow): 'active' | 'expired' | 'revoked' {
  if (revoked !== null) return 'revoked'
  return expires !== null && new Date(expires) < new Date() ? 'expired' : 'active'
}

export function TokensScreen({ menu }: ScreenProps): ReactNode {
  useTitle(t('tokens'))
  const [minting, setMinting] = useState(false)
  const {
    data: rows,
    error,
    refetch,
  } = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => ask<readonly TokenRow[]>('GET', 'tokens', { signal }),
  })
  const mayWrite = menu.some(({ entries }) => entries.some(({ name, may }) => name === 'tokens' && may.write))
  const revoke = async ({ id, name }: TokenRow): Promise<void> => {
    const sure = await confirm({ title: t('revokeTitle', { name }), text: t('revokeText'), yes: t('revoke'), destructive: true })
    if (!sure) return
    try {
      await ask('DELETE', `tokens/${id}`)
      await refetch()
    } catch (failure) {
      tellFailure(failure)
    }
  }
  if (error) return <Failure error={error} retry={() => void refetch()} />
  return (
    <div className="page wide">
      <header className="page-head">
        <h1>{t('tokens')}</h1>
        {mayWrite && (
          <button type="button" className="primary" onClick={() => setMinting(true)}>
            <Icon name="plus" size={16} /> {t('mintToken')}
          </button>
        )}
      </header>
      <p className="lead">{t('tokensLead')}</p>
      <div className="grid-scroll" tabIndex={0} role="region" aria-label={t('tokens')}>
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              <th scope="col">{t('scopes')}</th>
              <th scope="col">{t('state')}</th>
              <th scope="col">{t('expires')}</th>
              <th scope="col">{t('lastUsed')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {rows?.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.name}</th>
                <td>{row.scopes.join(', ')}</td>
                <td>
                  <span className={`badge ${stateOf(row)}`}>{t(stateOf(row))}</span>
                </td>
                <td>{row.expires === null ? t('never') : moment(row.expires)}</td>
                <td>{row.lastUsed === null ? t('never') : moment(row.lastUsed)}</td>
                <td className="number">
                  {mayWrite && row.revoked === null && (
                    <button type="button" aria-label={`${t('revoke')}: ${row.name}`} onClick={() => void revoke(row)}>
                      {t('revoke')}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {minting && <Mint onClose={() => setMinting(false)} onMinted={() => void refetch()} />}
    </div>
  )
}

/** The entry of the console's bundle, see src/http/console-bundle.ts. */
import './ui/base.css'
import './ui/ui.css'
import './ui/print.css'
import { render } from 'preact'
import { startLanguage } from './languages/language.ts'
import { App } from './shell/app.tsx'

const root = document.getElementById('app')
await startLanguage()
if (root !== null) render(<App />, root)

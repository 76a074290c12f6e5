/** The entry of the console's bundle, see src/http/console-bundle.ts. */
import './ui/base.css'
import './ui/ui.css'
import './ui/print.css'
// Styles are not loaded later: these are those of the screens that are.
import './screens/deliveries/deliveries.css'
import './screens/job/job.css'
import './screens/job/sharing/share.css'
import './screens/job/transcript/transcript.css'
import './screens/keys/keys.css'
import './screens/live/live.css'
import './screens/me/me.css'
import './screens/members/members.css'
import './screens/system/system.css'
import './ui/bar-chart.css'
import './ui/transcript.css'
import { render } from 'preact'
import { startLanguage } from './languages/language.ts'
import { App } from './shell/app.tsx'

const root = document.getElementById('app')
await startLanguage()
if (root !== null) render(<App />, root)

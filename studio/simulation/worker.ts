// The laboratory's worker, in a file that the bundler can find.

import "@armistice/lab/browser-worker"

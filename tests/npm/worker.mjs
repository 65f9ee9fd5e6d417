// SPDX-License-Identifier: MIT
import { load } from './node_modules/phasebox/phasebox.js';

const finder = (await load()).finder('auto', { capacity: 2 });
finder.boxes.set([0, 0, 2, 2, 1, 1, 3, 3]);
postMessage([...finder.find(2)].join(' '));

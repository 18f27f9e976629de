//go:build !js

package chart

import "github.com/Masterminds/sprig/v3"

func init() { sprigFunctions = sprig.TxtFuncMap }

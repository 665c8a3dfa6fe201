package overrider

import "github.com/overridekit/overridekit/override"

// Area implements [override.Local]. It is known if Where is [Containers], unless their PodSpecs are a function, which may read labels.
func (o Image) Area() (self any, area override.Area) {
	if where, is := o.Where.(Containers); is {
		return o, where.area(override.AreaImages)
	}
	return o, 0
}

func (o wholeMap) Area() (any, override.Area)        { return o, areas[o.at[len(o.at)-1]] }
func (o setEnv) Area() (any, override.Area)          { return o, o.where.area(override.AreaEnv) }
func (o wholeEnv) Area() (any, override.Area)        { return o, o.where.area(override.AreaEnv) }
func (o stringList) Area() (any, override.Area)      { return o, o.where.area(areas[o.field]) }
func (o wholeStringList) Area() (any, override.Area) { return o, o.where.area(areas[o.field]) }

// area returns the area of an overrider that writes one field of the containers.
func (c Containers) area(field override.Area) override.Area {
	if f, is := c.PodSpecs.(PodSpecsFunc); is && f != nil {
		return 0
	}
	return field
}

// A metadataMap has no area: to set a key, it may have to create the metadata, which belongs to no area.

// areas has the areas of fields of containers and of the metadata.
var areas = map[string]override.Area{
	"command": override.AreaCommands, "args": override.AreaArgs,
	"labels": override.AreaLabels, "annotations": override.AreaAnnotations,
}
